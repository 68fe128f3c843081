#include "core/view/blocks.h"

namespace xmv {
namespace {

class Layout {
 public:
  Layout(const Module& module, const SpaceUsage& usage) : module_(module), usage_(usage) {}

  Blocks Make() {
    constexpr struct {
      AllocationType type;
      const char* label;
    } kBands[] = {{AllocationType::kParameter, "Parameters"},
                  {AllocationType::kOutput, "Outputs"},
                  {AllocationType::kConstant, "Constants"}};
    for (const auto& band : kBands) AddWholeProgram(band.type, band.label);
    AddReplayed();
    AddUnordered();
    return std::move(out_);
  }

 private:
  void Add(uint32_t buffer, ProgramPoint start, ProgramPoint end, Bytes lo, Bytes size, AllocationType type) {
    if (size <= 0 || end <= start) return;
    out_.buffer.push_back(buffer);
    out_.start.push_back(start);
    out_.end.push_back(end);
    out_.lo.push_back(lo);
    out_.hi.push_back(lo + size);
    out_.type.push_back(type);
  }

  void Close(std::string label, AllocationType type, Bytes size, bool whole_program) {
    if (size <= 0) return;
    out_.bands.push_back({std::move(label), type, out_.top, out_.top + size, whole_program});
    out_.top += size;
  }

  void AddWholeProgram(AllocationType type, const char* label) {
    const Allocations& a = module_.assignment.allocations;
    Bytes size = 0;
    for (const WholeProgramBuffer& whole : usage_.whole_program) {
      if (a.type(whole.allocation) != type) continue;
      Add(whole.buffer, 0, usage_.points, out_.top + size, a.size[whole.allocation], type);
      size += a.size[whole.allocation];
    }
    Close(label, type, size, true);
  }

  std::string TemporaryLabel(uint32_t allocation) const {
    return "Temporaries (allocation " + std::to_string(module_.assignment.allocations.index[allocation]) + ")";
  }

  // The replay stacks the allocations of its trace in order of first use; there is nearly always just one.
  void AddReplayed() {
    const Assignment& assignment = module_.assignment;
    std::vector<Bytes> base(assignment.allocations.size_rows(), 0);
    for (const uint32_t allocation : usage_.replay.stacked) {
      base[allocation] = out_.top;
      Close(TemporaryLabel(allocation), AllocationType::kTemporary, assignment.allocations.size[allocation], false);
    }
    for (const Interval& interval : usage_.replay.intervals) {
      const uint32_t allocation = assignment.buffers.allocation[interval.root];
      Add(interval.display, interval.start, interval.end, base[allocation] + assignment.buffers.offset[interval.root],
          assignment.buffers.size[interval.root], assignment.allocations.type(allocation));
    }
  }

  void AddUnordered() {
    const Assignment& assignment = module_.assignment;
    const Allocations& a = assignment.allocations;
    std::vector<bool> replayed(a.size_rows(), false);
    for (const uint32_t allocation : usage_.replay.stacked) replayed[allocation] = true;
    for (uint32_t i = 0; i < a.size_rows(); ++i) {
      if (a.space[i] != usage_.space || !a.temporary(i)) continue;
      // Without an order its buffers would lie on top of each other; the band alone says how much it is.
      if (!replayed[i]) Close(TemporaryLabel(i) + ", order unknown", AllocationType::kTemporary, a.size[i], false);
    }
  }

  const Module& module_;
  const SpaceUsage& usage_;
  Blocks out_;
};

}  // namespace

Blocks LayOut(const Module& module, const SpaceUsage& usage) { return Layout(module, usage).Make(); }

}  // namespace xmv
