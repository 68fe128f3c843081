#include "core/formats/xprof_result.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/json_reader.h"
#include "core/base/text.h"
#include "core/formats/module_builder.h"

namespace xmv {
namespace {

// XProf's sizes are MiB as doubles, exact for whole bytes.
Bytes OfMib(double mib) {
  const double bytes = std::round(mib * (1 << 20));
  return static_cast<Bytes>(std::clamp(bytes, -static_cast<double>(kMaxBytes), static_cast<double>(kMaxBytes)));
}

struct Span {
  int64_t start = 0, limit = 0;
};

// What one JSON object tells of a buffer: of maxHeap or of bufferBlocks.
struct Described {
  int64_t id = -1;
  StringId name = 0, shape = 0, op_name = 0, opcode = 0, source_file = 0;
  int64_t source_line = 0;
  Bytes size = 0, offset = 0;
  bool temporary = false;
};

struct WholeProgram {
  int64_t index = 0;
  Bytes size = 0;
  uint8_t flags = 0;
  bool reusable = false;
  std::vector<Described> buffers;
};

class ResultReader {
 public:
  explicit ResultReader(std::string_view text) : json_(text) {}

  Result<Module> Read() {
    json_.Object([this](std::string_view key) { ReadTop(key); });
    if (!json_.ok()) {
      return Error{Code::kCorrupt,
                   "This JSON begins like a result of XProf's memory viewer but cannot be read to its end.",
                   "Save the answer again, whole."};
    }
    if (heap_.empty() && whole_.empty() && blocks_.empty()) {
      return Error{Code::kNoMemory, "This result of XProf's memory viewer holds no memory: no curve and no buffers.",
                   "XProf answers so for a memory space that the module does not use, and for modules without a buffer "
                   "assignment. Open the profile or the .hlo.pb instead."};
    }
    AddWholeProgram();
    AddTemporaries();
    AddEvents();
    Module& module = builder_.module();
    module.name = module_name_;
    module.entry_computation = entry_;
    module.scoped_vmem = scoped_;
    module.scoped_vmem_instruction = builder_.strings().Intern(scoped_instruction_);
    if (builder_.tiled()) module.platform = Platform::kTpu;
    module.assignment.faults.push_back(
        {Code::kFromText,
         blocks_.empty() ? "Read from XProf's result: it has no offsets, and no names of buffers that are not live at "
                           "the peak."
                         : "Read from XProf's result: one memory space of one module, without stacks.",
         "Open the profile (.xplane.pb) or the …after_optimizations.hlo.pb it was made from for all of it."});
    return builder_.Finish();
  }

 private:
  void ReadTop(std::string_view key) {
    if (key == "moduleName") {
      module_name_ = json_.String();
    } else if (key == "entryComputationName") {
      entry_ = json_.String();
    } else if (key == "heapSizes") {
      json_.Array([this] { heap_.push_back(OfMib(json_.Number())); });
    } else if (key == "hloInstructionNames") {
      json_.Array([this] { events_.push_back(ReadString()); });
    } else if (key == "logicalBufferSpans") {
      json_.Object([this](std::string_view id) {
        Span span;
        json_.Object([&](std::string_view field) {
          const int64_t value = json_.Integer();
          if (field == "start") span.start = value;
          if (field == "limit") span.limit = value;
        });
        int64_t number = 0;
        if (TakeNumber(id, number)) spans_[number] = span;
      });
    } else if (key == "maxHeap") {
      json_.Array([this] {
        const Described buffer = ReadDescribed();
        if (buffer.id >= 0) at_peak_[buffer.id] = buffer;
      });
    } else if (key == "bufferBlocks") {
      json_.Array([this] { blocks_.push_back(ReadDescribed()); });
    } else if (key == "indefiniteLifetimes") {
      json_.Array([this] { whole_.push_back(ReadWholeProgram()); });
    } else if (key == "totalBufferAllocationMib") {
      total_ = OfMib(json_.Number());
    } else if (key == "indefiniteBufferAllocationMib") {
      indefinite_ = OfMib(json_.Number());
    } else if (key == "maxScopedVmemAllocationMib") {
      scoped_ = OfMib(json_.Number());
    } else if (key == "maxScopedVmemInstructionName") {
      scoped_instruction_ = json_.String();
    } else {
      json_.Skip();
    }
  }

  StringId ReadString() { return builder_.strings().Intern(json_.Text(unescaped_)); }

  Described ReadDescribed() {
    Described out;
    json_.Object([&](std::string_view key) {
      if (key == "logicalBufferId" || key == "id") {
        out.id = json_.Integer();
      } else if (key == "name" || key == "instructionName" || key == "hloName") {
        out.name = ReadString();
      } else if (key == "shapeString" || key == "shape") {
        out.shape = ReadString();
      } else if (key == "tfOpName") {
        out.op_name = ReadString();
      } else if (key == "opCode") {
        out.opcode = ReadString();
      } else if (key == "groupName") {
        out.temporary = json_.Text(unescaped_) == "Temporary";
      } else if (key == "logicalBufferSizeMib" || key == "sizeMib") {
        out.size = OfMib(json_.Number());
      } else if (key == "size") {
        out.size = json_.Integer();
      } else if (key == "offset") {
        out.offset = json_.Integer();
      } else if (key == "sourceInfo") {
        json_.Object([&](std::string_view field) {
          if (field == "fileName") {
            out.source_file = ReadString();
          } else if (field == "lineNumber") {
            out.source_line = json_.Integer();
          } else {
            json_.Skip();
          }
        });
      } else {
        json_.Skip();
      }
    });
    return out;
  }

  WholeProgram ReadWholeProgram() {
    WholeProgram out;
    json_.Object([&](std::string_view key) {
      if (key == "id") {
        std::string_view id = json_.Text(unescaped_);
        TakeNumber(id, out.index);
      } else if (key == "sizeMib") {
        out.size = OfMib(json_.Number());
      } else if (key == "attributes") {
        json_.Array([&] {
          const std::string_view attribute = json_.Text(unescaped_);
          if (attribute == "entry computation parameter") out.flags |= kFlagParameter;
          if (attribute == "may-be live out") out.flags |= kFlagLiveOut;
          if (attribute == "constant") out.flags |= kFlagConstant;
          out.reusable |= attribute == "reusable";
        });
      } else if (key == "logicalBuffers") {
        json_.Array([&] { out.buffers.push_back(ReadDescribed()); });
      } else {
        json_.Skip();
      }
    });
    return out;
  }

  // The space by what shapes say, S(1) and so on.
  Space SpaceOf(StringId shape) {
    if (ReadShape(builder_.strings().Get(shape), shape_) > 0 && shape_.memory_space > 0) space_ = shape_.memory_space;
    return space_;
  }

  uint32_t Add(Described d, Bytes size, Bytes offset) {
    StringTable& strings = builder_.strings();
    // What maxHeap knows of the same buffer besides.
    if (const auto at = at_peak_.find(d.id); at != at_peak_.end()) {
      const Described& more = at->second;
      if (d.opcode == 0) d.opcode = more.opcode;
      if (d.op_name == 0) d.op_name = more.op_name;
      if (d.shape == 0) d.shape = more.shape;
      if (strings.Get(more.name).size() > strings.Get(d.name).size()) d.name = more.name;  // with its shape index
    }
    const std::string_view name = strings.Get(d.name);
    const size_t open = std::min(name.find('{'), name.size());
    const uint32_t row =
        builder_.AddBuffer(d.id, name.substr(0, open), name.substr(open), space_, size, offset, strings.Get(d.shape));
    Instructions& rows = builder_.module().instructions;
    const uint32_t instruction = builder_.module().instruction[row];
    if (d.opcode != 0) rows.opcode[instruction] = d.opcode;
    if (d.op_name != 0) rows.op_name[instruction] = d.op_name;
    if (d.source_file != 0) {
      rows.source_file[instruction] = d.source_file;
      rows.source_line[instruction] = static_cast<int32_t>(std::clamp<int64_t>(d.source_line, 0, INT32_MAX));
    }
    row_of_id_[d.id] = row;
    return row;
  }

  void AddWholeProgram() {
    for (const Described& block : blocks_) SpaceOf(block.shape);
    for (const auto& [id, buffer] : at_peak_) {
      if (buffer.temporary) SpaceOf(buffer.shape);
    }
    for (const WholeProgram& w : whole_) {
      if (!w.buffers.empty()) SpaceOf(w.buffers[0].shape);
    }
    for (const WholeProgram& w : whole_) {
      next_allocation_ = std::max(next_allocation_, std::min<int64_t>(w.index, INT32_MAX) + 1);
      // Neither a parameter nor an output: a constant, unless it may not be reused.
      const uint8_t flags = w.flags != 0 ? w.flags : w.reusable ? kFlagConstant : kFlagThreadLocal;
      builder_.AddAllocation(w.index, w.size, space_, flags);
      for (const Described& buffer : w.buffers) Add(buffer, buffer.size, 0);
    }
  }

  void AddTemporaries() {
    bool any = false;
    Bytes base = 0;
    for (const Described& block : blocks_) {
      if (block.id < 0) {
        base = block.offset;
        builder_.AddAllocation(next_allocation_++, block.size, space_, 0);
        any = true;
      } else if (any) {
        Add(block, block.size, std::max<Bytes>(0, block.offset - base));
      }
    }
    if (!any && (total_ > indefinite_ || heap_.size() > 1))
      builder_.AddAllocation(next_allocation_++, std::max<Bytes>(0, total_ - indefinite_), space_, 0);
    if (heap_.size() < 2) return;
    // Buffers that only have a span: their size is the step of the curve.
    for (const auto& [id, span] : spans_) {
      if (row_of_id_.count(id) || span.start < 0 || static_cast<size_t>(span.start) + 1 >= heap_.size()) continue;
      const size_t start = static_cast<size_t>(span.start);
      Described buffer;
      buffer.id = id;
      if (const auto at = at_peak_.find(id); at != at_peak_.end())
        buffer = at->second;
      else if (start < events_.size())
        buffer.name = events_[start];
      Add(buffer, std::max<Bytes>(0, heap_[start + 1] - heap_[start]), 0);
    }
  }

  // One event for each step of the curve.
  void AddEvents() {
    if (heap_.size() < 2 || builder_.module().assignment.allocations.size_rows() == 0) return;
    const size_t n = heap_.size() - 1;
    std::vector<uint32_t> starts(n, kNone);
    std::vector<std::vector<uint32_t>> ends(n);
    for (const auto& [id, span] : spans_) {
      const auto row = row_of_id_.find(id);
      if (row == row_of_id_.end()) continue;
      if (span.start >= 0 && static_cast<size_t>(span.start) < n) starts[static_cast<size_t>(span.start)] = row->second;
      if (span.limit >= 0 && static_cast<size_t>(span.limit) < n)
        ends[static_cast<size_t>(span.limit)].push_back(row->second);
    }
    const Buffers& b = builder_.module().assignment.buffers;
    std::vector<bool> live(b.size_rows(), false);
    std::multimap<Bytes, uint32_t> unnamed;  // taken by an event that no span tells of, by size
    for (size_t p = 0; p < n; ++p) {
      const Bytes step = heap_[p + 1] - heap_[p];
      const StringId instruction = p < events_.size() ? events_[p] : 0;
      const uint32_t start = starts[p];
      if (start != kNone && !live[start] && step == b.size[start]) {
        live[start] = true;
        builder_.AddEvent(EventKind::kAlloc, start, instruction);
      } else if (step > 0) {
        Described buffer;
        buffer.name = instruction;
        buffer.id = -2 - static_cast<int64_t>(p);
        const uint32_t row = Add(buffer, step, 0);
        unnamed.emplace(step, row);
        live.push_back(true);
        builder_.AddEvent(EventKind::kAlloc, row, instruction);
      } else if (step < 0) {
        const auto freed = std::find_if(ends[p].begin(), ends[p].end(),
                                        [&](uint32_t row) { return live[row] && b.size[row] == -step; });
        const auto other = unnamed.find(-step);
        if (freed != ends[p].end()) {
          live[*freed] = false;
          builder_.AddEvent(EventKind::kFree, *freed, instruction);
        } else if (other != unnamed.end()) {
          live[other->second] = false;
          builder_.AddEvent(EventKind::kFree, other->second, instruction);
          unnamed.erase(other);
        } else {
          builder_.AddEvent(EventKind::kFree, AnyLive(live, -step), instruction);
        }
      } else {
        builder_.AddEvent(EventKind::kNone, kNone, instruction);
      }
    }
    builder_.EndTrace();
  }

  // A live buffer of that size whose span ends elsewhere, as those of shared memory do; kNone if there is none. O(n),
  // but at most kMostSearches times.
  uint32_t AnyLive(std::vector<bool>& live, Bytes size) {
    const Buffers& b = builder_.module().assignment.buffers;
    if (++searches_ > kMostSearches) return kNone;
    for (uint32_t row = 0; row < live.size(); ++row) {
      if (!live[row] || b.size[row] != size) continue;
      live[row] = false;
      return row;
    }
    return kNone;
  }

  static constexpr int kMostSearches = 2000;
  JsonReader json_;
  ModuleBuilder builder_;
  TextShape shape_;
  std::string unescaped_;  // of the string at hand
  std::string module_name_, entry_, scoped_instruction_;
  std::vector<Bytes> heap_;
  std::vector<StringId> events_;
  std::map<int64_t, Span> spans_;
  std::map<int64_t, Described> at_peak_;
  std::vector<Described> blocks_;
  std::vector<WholeProgram> whole_;
  Bytes total_ = 0, indefinite_ = 0, scoped_ = 0;
  Space space_ = 0;
  int64_t next_allocation_ = 0;  // XProf does not number temporaries; behind those it does
  std::unordered_map<int64_t, uint32_t> row_of_id_;
  int searches_ = 0;
};

}  // namespace

Result<Module> ReadXprofResult(std::string_view text) { return ResultReader(text).Read(); }

}  // namespace xmv
