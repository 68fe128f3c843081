#include "core/formats/oom_advice.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace xmv {
namespace {

constexpr Bytes kKib = 1024, kMib = 1024 * 1024;

// As ReadTorch (oom_message.cc) names it.
constexpr std::string_view kTorch = "PyTorch's CUDA allocator";

bool Known(Bytes bytes) { return bytes != kUnknownBytes; }

std::string Times(double factor) {
  char text[32];
  std::snprintf(text, sizeof text, factor >= 10 ? "%.0f×" : "%.1f×", factor);
  return text;
}

std::string Percent(Bytes part, Bytes whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f%%", 100 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

std::string SpaceTitle(const OomReport& report) {
  if (report.space == "hbm" || report.space == "vmem" || report.space == "smem" || report.space == "cmem") {
    std::string out = report.space;
    for (char& c : out) c = static_cast<char>(c - 'a' + 'A');
    return out;
  }
  return report.space.empty() ? "memory" : report.space == "device" ? "device memory" : report.space;
}

// Whether the message says that it is about a GPU. Without an allocator's or a device's name it may be the CPU's.
bool OnGpu(const OomReport& report) {
  return report.space.find("GPU") != std::string::npos || report.space.find("CUDA") != std::string::npos ||
         report.space.find("bfc") != std::string::npos || report.space == "device" || !report.device.empty();
}

bool OnTpu(const OomReport& report) {
  return report.kind <= OomKind::kProgramLoad || report.space == "hbm" || report.space == "vmem";
}

class Adviser {
 public:
  explicit Adviser(OomReport& report) : r_(report) {}

  void Run() {
    r_.title = Title();
    if (r_.space == kTorch) {
      Say("This is PyTorch's own allocator, not XLA: no compiled program of XLA's asked for this memory, and there is "
          "no "
          "dump of one. torch.cuda.memory_summary() and torch.cuda.memory._dump_snapshot() tell what holds it.");
      return;
    }
    switch (r_.kind) {
      case OomKind::kCompile:
        Padding();
        LargestOverHalf();
        ArgumentsOrTemporaries();
        Fragmentation();
        if (r_.space == "vmem") Vmem();
        break;
      case OomKind::kScopedVmem:
        ScopedVmem();
        break;
      case OomKind::kAllocation:
        OneAllocation();
        break;
      case OomKind::kDeviceBuffer:
      case OomKind::kProgramLoad:
      case OomKind::kRuntime:
      case OomKind::kAllocator:
        FreeButNotEnough();
        Padding();
        LargestOverHalf();
        ArgumentsOrTemporaries();
        Fragmentation();
        AtRunTime();
        break;
      case OomKind::kRematerialization:
        Rematerialization();
        break;
      case OomKind::kUsage:
      case OomKind::kStatistics:
        break;
    }
    Dump();
  }

 private:
  void Say(std::string text, std::string command = {}) { r_.advice.push_back({std::move(text), std::move(command)}); }

  std::string Title() const {
    const std::string space = SpaceTitle(r_);
    const std::string needed = Known(r_.needed) ? HumanBytes(r_.needed) : "more memory";
    const std::string capacity = Known(r_.capacity) ? HumanBytes(r_.capacity) : "";
    const std::string program = r_.program.empty() ? "" : " for " + r_.program;
    std::string against;
    if (Known(r_.exceeded) && r_.exceeded > 0) {
      against = ", " + HumanBytes(r_.exceeded) + " more than " +
                (capacity.empty() ? "there is" : "the " + capacity + " there are");
    } else if (!capacity.empty()) {
      against = "; there are " + capacity;
    }
    switch (r_.kind) {
      case OomKind::kCompile:
        return (r_.program.empty() ? "The program" : r_.program) + " needs " + needed + " of " + space + against + ".";
      case OomKind::kScopedVmem:
        return (r_.instruction.empty() ? "An instruction" : r_.instruction) + " needs " + needed +
               " of scoped VMEM; the limit is " + (Known(r_.capacity) ? HumanBytes(r_.capacity) : "lower") + ".";
      case OomKind::kAllocation:
        return "One allocation of " + needed + " is larger than all of " + space +
               (Known(r_.capacity) ? " (" + HumanBytes(r_.capacity) + ")." : ".");
      case OomKind::kDeviceBuffer:
      case OomKind::kRuntime:
      case OomKind::kAllocator:
        return "At run time " + (r_.program.empty() ? std::string() : r_.program + " asked for ") + needed + " of " +
               space + (r_.program.empty() ? " were asked for" : "") +
               (Known(r_.free)       ? "; " + HumanBytes(r_.free) + " were free."
                : r_.program.empty() ? " and not to be had."
                                     : ", which was not to be had.");
      case OomKind::kProgramLoad:
        return "Loading the program" + program + " needs " + needed + " of " + space +
               (Known(r_.free) ? "; " + HumanBytes(r_.free) + " were free" : "") +
               (Known(r_.reservable) ? ", " + HumanBytes(r_.reservable) + " of them reservable." : ".");
      case OomKind::kRematerialization:
        return "Rematerialization brought memory down to " + needed +
               (Known(r_.originally) ? " from " + HumanBytes(r_.originally) : "") + ", not to its goal of " +
               HumanBytes(r_.capacity) + ".";
      case OomKind::kUsage:
        return "The program uses " + needed + (capacity.empty() ? "" : " of " + capacity) + " of " + space + ".";
      case OomKind::kStatistics:
        return "Memory statistics of a compiled program.";
    }
    return {};
  }

  void Padding() {
    Bytes waste = 0;
    const OomAllocation* worst = nullptr;
    for (const OomAllocation& a : r_.allocations) {
      if (!Known(a.size) || a.unpadded <= 0 || a.unpadded >= a.size) continue;
      const Bytes lost = a.size - a.unpadded;
      (void)AddBytes(waste, lost);
      if (!worst || lost > worst->size - worst->unpadded) worst = &a;
    }
    const Bytes whole = Known(r_.needed) ? r_.needed : Known(r_.capacity) ? r_.capacity : 0;
    if (worst && worst->expansion >= 1.5 && waste >= whole / 20) {
      std::string text = "Padding first: " + HumanBytes(worst->size - worst->unpadded) + " of the " +
                         HumanBytes(worst->size) + " of " + worst->shape.substr(0, 120) + " are padding (" +
                         Times(worst->expansion) + " expansion";
      text += worst->padding_reason.empty() ? ")." : "; " + worst->padding_reason + ").";
      text += " The listed allocations lose " + HumanBytes(waste) + " so";
      if (Known(r_.exceeded) && r_.exceeded > 0 && waste >= r_.exceeded) text += ", more than is missing";
      text +=
          ". Transpose or reshape so that the last two dimensions in memory fill whole tiles, or merge a small last "
          "dimension into its neighbour.";
      Say(std::move(text));
    } else if (Known(r_.temp_unpadded) && Known(r_.temp_padded) && r_.temp_unpadded > 0 &&
               r_.temp_padded >= r_.temp_unpadded * 3 / 2) {
      Say("Padding first: temporaries hold " + HumanBytes(r_.temp_unpadded) + " of data in " +
          HumanBytes(r_.temp_padded) + ". Look for shapes with a small last dimension.");
    }
  }

  void LargestOverHalf() {
    if (r_.allocations.empty() || !Known(r_.capacity) || r_.capacity <= 0 || r_.kind == OomKind::kAllocator) return;
    const OomAllocation& a = *std::max_element(r_.allocations.begin(), r_.allocations.end(),
                                               [](const auto& x, const auto& y) { return x.size < y.size; });
    if (!Known(a.size) || a.size < r_.capacity / 2) return;
    const bool alone = a.size > r_.capacity - std::max<Bytes>(0, r_.capacity / 50);
    Say("One allocation of " + HumanBytes(a.size) + (a.op_name.empty() ? "" : " (" + a.op_name + ")") + " is " +
        Percent(a.size, r_.capacity) + " of the memory: " +
        (alone ? "nothing else will help until it is " : "look at it before all others. It could be ") +
        "split, sharded over devices, or never made whole (scan, smaller batch, a fused kernel).");
  }

  Bytes Part(std::string_view name) const {
    for (const OomPart& part : r_.parts) {
      if (part.name == name) return part.bytes;
    }
    return kUnknownBytes;
  }

  void ArgumentsOrTemporaries() {
    Bytes arguments = Part("arguments"), temporaries = Part("HLO temp");
    if (!Known(arguments)) arguments = Part("parameter allocation");
    if (!Known(temporaries)) temporaries = Part("preallocated temp allocation");
    if (Known(r_.output) && Known(r_.output_shared) && r_.output - r_.output_shared > r_.needed / 50) {
      Say("Outputs take " + HumanBytes(r_.output) + " and share only " + HumanBytes(r_.output_shared) +
          " with arguments: donate the arguments they replace (jax.jit(…, donate_argnums=…)).");
    }
    const Bytes whole = Known(r_.needed) && r_.kind == OomKind::kCompile ? r_.needed : Part("total allocation");
    if (!Known(whole) || whole <= 0) return;
    if (Known(arguments) && arguments > whole / 2) {
      Say("Arguments (parameters, optimizer state, inputs) alone are " + HumanBytes(arguments) + ", " +
          Percent(arguments, whole) +
          " of it: shard them over more devices, keep them in a smaller type, or offload them to the host. Saving "
          "activations will not be enough.");
    } else if (Known(temporaries) && temporaries > whole / 2) {
      Say("Temporaries are " + HumanBytes(temporaries) + ", " + Percent(temporaries, whole) +
          " of it: a smaller batch or micro-batches, jax.checkpoint (rematerialization) around layers, or sharding of "
          "activations.");
    }
  }

  void Fragmentation() {
    if (Known(r_.temp_fragmentation) && Known(r_.needed) && r_.temp_fragmentation > r_.needed / 20) {
      Say(HumanBytes(r_.temp_fragmentation) +
          " of the temporaries are fragmentation: gaps between buffers that nothing fits into. Fewer very large "
          "buffers "
          "of different sizes leave smaller gaps; the map of the dump shows where they are.");
    }
  }

  void Vmem() {
    Say("VMEM holds operands and results of fusions besides scratch. Lower what one kernel keeps there (block sizes, "
        "number of buffers in a Pallas BlockSpec), or give back memory to fusions with "
        "--xla_tpu_scoped_vmem_limit_kib=N (lower leaves more for the rest).");
  }

  void ScopedVmem() {
    if (Known(r_.needed) && r_.needed > 0) {
      // The next MiB up, in KiB, as the flag wants it.
      const Bytes kib = (r_.needed + kMib - 1) / kMib * kMib / kKib;
      Say("The limit is a flag, not the chip: " + std::to_string(kib) +
              " KiB would let this one through, as far as the chip's VMEM reaches. Scoped memory is taken from what "
              "fusions can use, so raise it no further than needed.",
          "LIBTPU_INIT_ARGS=\"--xla_tpu_scoped_vmem_limit_kib=" + std::to_string(kib) + "\"");
    }
    Say("Or make the kernel smaller: block sizes of its BlockSpecs, number of pipelined buffers (each operand is "
        "doubled), scratch shapes, and float32 accumulators kept for whole blocks.");
  }

  void OneAllocation() {
    if (!r_.allocations.empty() && r_.allocations[0].expansion >= 1.5) Padding();
    if (r_.space == "vmem") {
      Say("All of VMEM is smaller than this scratch buffer: use a block of the array per grid step instead of all of "
          "it, or leave it in HBM (memory_space=pltpu.ANY) and copy pieces.");
    } else {
      Say("No setting makes this fit: split the array, shard it, or never make it whole.");
    }
  }

  void FreeButNotEnough() {
    if (Known(r_.reservable) && Known(r_.needed) && r_.reservable < r_.needed && Known(r_.free) &&
        r_.free > r_.reservable) {
      Say("Only " + HumanBytes(r_.reservable) + " of the " + HumanBytes(r_.free) +
          " free can be reserved for a program: arrays lie at the bottom of memory. Delete them before loading it.");
    } else if (Known(r_.free) && Known(r_.needed) && r_.free >= r_.needed) {
      std::string text = HumanBytes(r_.free) + " are free, more than the " + HumanBytes(r_.needed) +
                         " asked for, but not in one piece";
      if (Known(r_.largest_free)) text += " (the largest is " + HumanBytes(r_.largest_free) + ")";
      text += ": this is fragmentation.";
      if (r_.kind == OomKind::kDeviceBuffer || r_.kind == OomKind::kProgramLoad) {
        Say(text +
            " Long-lived arrays lie across the memory: delete what is not needed before loading large ones, load "
            "parameters first, and donate arguments so that outputs reuse their place.");
      } else {
        Say(text + " An allocator that asks the driver for each size avoids it.",
            r_.space.find("bfc") != std::string::npos ? "TF_GPU_ALLOCATOR=cuda_malloc_async"
                                                      : "XLA_PYTHON_CLIENT_ALLOCATOR=platform");
      }
    }
  }

  void AtRunTime() {
    if (r_.kind == OomKind::kProgramLoad) {
      Say("The program compiled, so it fits alone; arrays and other loaded programs hold the rest. Delete arrays that "
          "are not needed (del, jax.clear_caches() for programs), or load fewer programs at once.");
    } else {
      Say("What is live at run time is more than one program's plan: see which arrays hold the memory, and whether "
          "another process is on the device.",
          OnTpu(r_)   ? "python -c 'import jax; jax.profiler.save_device_memory_profile(\"memory.prof\")'  # at the "
                        "place of the error; open with pprof"
          : OnGpu(r_) ? "nvidia-smi"
                      : "");
    }
    if (r_.kind == OomKind::kAllocator || r_.kind == OomKind::kRuntime) {
      if (!OnTpu(r_) && OnGpu(r_) && r_.space != kTorch)
        Say("JAX takes 75% of a GPU's memory at the start. If the rest is really free, let it have more.",
            "XLA_PYTHON_CLIENT_MEM_FRACTION=0.95");
    }
  }

  void Rematerialization() {
    if (Known(r_.capacity) && r_.capacity < 0) {
      Say("The goal is negative: arguments and outputs alone take more than the compiler's budget, by " +
          HumanBytes(-r_.capacity) +
          ". (The budget is less than the device has.) Rematerialization cannot make up for that; shard parameters and "
          "optimizer state, or use a smaller type.");
      return;
    }
    Say("This is a warning: the compiler goes on. The goal is what it leaves for temporaries after arguments and "
        "outputs, not the size of the device. If the program then fails, activations are what is too large: "
        "jax.checkpoint with a stricter policy, micro-batches, or sharding.");
  }

  void Dump() {
    if (r_.kind == OomKind::kUsage || r_.kind == OomKind::kStatistics) {
      Say("For where it goes, dump the program and open its …after_optimizations.hlo.pb.", DumpCommand());
      return;
    }
    const bool compile = r_.kind == OomKind::kCompile || r_.kind == OomKind::kScopedVmem ||
                         r_.kind == OomKind::kAllocation || r_.kind == OomKind::kRematerialization;
    const std::string file = (r_.program.empty() ? "…" : "…" + r_.program + "…") + "after_optimizations.hlo.pb";
    Say(std::string("For every buffer, its lifetime and place, dump the program and open ") + file +
            " of the folder. " +
            (compile ? "It is written even though the compile fails; no device is needed."
                     : "It shows what this program plans; take what other arrays hold from the line above."),
        DumpCommand());
  }

  std::string DumpCommand() const {
    std::string flags = "--xla_dump_to=/tmp/xla_dump --xla_dump_hlo_as_proto";
    const bool plain = !r_.program.empty() && r_.program.find_first_of(" '\"\\$`()") == std::string::npos;
    if (plain) flags += " --xla_dump_hlo_module_re=" + r_.program;
    return "XLA_FLAGS=\"" + flags + "\"";
  }

  OomReport& r_;
};

}  // namespace

void Advise(OomReport& report) {
  report.advice.clear();
  Adviser(report).Run();
}

std::string_view OomKindName(OomKind kind) {
  switch (kind) {
    case OomKind::kCompile:
      return "compile";
    case OomKind::kScopedVmem:
      return "scoped-vmem";
    case OomKind::kAllocation:
      return "allocation";
    case OomKind::kDeviceBuffer:
      return "device-buffer";
    case OomKind::kProgramLoad:
      return "program-load";
    case OomKind::kRuntime:
      return "runtime";
    case OomKind::kAllocator:
      return "allocator";
    case OomKind::kRematerialization:
      return "rematerialization";
    case OomKind::kUsage:
      return "usage";
    case OomKind::kStatistics:
      return "statistics";
  }
  return "";
}

}  // namespace xmv
