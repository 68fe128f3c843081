#include "core/formats/oom_message.h"

#include <algorithm>
#include <string>

#include "core/base/text.h"
#include "core/formats/instruction_text.h"
#include "core/model/primitive_type.h"

namespace xmv {
namespace {

constexpr size_t kNear = 600;         // how far the parts of a sentence are from each other
constexpr size_t kLongLabel = 20000;  // except where a whole instruction stands between them

// Looks around in one message. Positions are in `flat`.
class Message {
 public:
  Message(std::string_view flat, size_t at) : flat_(flat), at_(at) {}

  // The size behind the first `key` within `reach` of the cursor, which moves behind it.
  bool Size(std::string_view key, Bytes& bytes, size_t reach = kNear) {
    const size_t found = flat_.substr(at_, reach).find(key);
    if (found == std::string_view::npos) return false;
    std::string_view rest = flat_.substr(at_ + found + key.size());
    while (!rest.empty() && (rest[0] == '*' || rest[0] == '`' || rest[0] == '(' || rest[0] == ' '))
      rest.remove_prefix(1);
    SizeText size;
    if (!TakeSize(rest, size)) return false;
    bytes = size.bytes;
    exact_ = size.exact;
    at_ = flat_.size() - rest.size();
    return true;
  }

  // Moves the cursor behind the first `key` within reach.
  bool Skip(std::string_view key, size_t reach = kNear) {
    const size_t found = flat_.substr(at_, reach).find(key);
    if (found == std::string_view::npos) return false;
    at_ += found + key.size();
    return true;
  }

  // What stands between here and the first `close`, which the cursor moves behind.
  std::string_view Until(std::string_view close, size_t reach = kNear) {
    const size_t found = flat_.substr(at_, reach).find(close);
    if (found == std::string_view::npos) return {};
    const std::string_view taken = flat_.substr(at_, found);
    at_ += found + close.size();
    return taken;
  }

  std::string_view Word() {
    size_t length = 0;
    while (at_ + length < flat_.size() && !IsSpace(flat_[at_ + length])) ++length;
    const std::string_view word = flat_.substr(at_, length);
    at_ += length;
    return word;
  }

  std::string_view rest() const { return flat_.substr(at_); }
  size_t at() const { return at_; }
  bool exact() const { return exact_; }  // of the last size

 private:
  std::string_view flat_;
  size_t at_;
  bool exact_ = true;
};

std::string Lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

// "hbm." → "hbm", "`vmem`" → "vmem".
std::string SpaceWord(std::string_view word) {
  while (!word.empty() && !IsLetter(word.front()) && !IsDigit(word.front())) word.remove_prefix(1);
  size_t length = 0;
  while (length < word.size() && (IsLetter(word[length]) || IsDigit(word[length]) || word[length] == '_')) ++length;
  return Lower(word.substr(0, length));
}

std::string_view WithoutDot(std::string_view word) {
  while (!word.empty() && (word.back() == '.' || word.back() == ',' || word.back() == ';')) word.remove_suffix(1);
  return word;
}

// What stands in quotes behind `key` anywhere in the message, e.g. executable_name='jit_f'.
std::string Quoted(std::string_view flat, std::string_view key) {
  const size_t found = flat.find(key);
  if (found == std::string_view::npos) return {};
  std::string_view rest = flat.substr(found + key.size());
  return std::string(TakeUntil(rest, '\'').substr(0, 500));
}

// "Ran out of memory in memory space hbm. Used 17.60G of 16.00G hbm. Exceeded hbm capacity by 1.60G."
bool ReadMemorySpace(std::string_view flat, size_t at, OomReport& report, Message& message) {
  message.Skip("memory space ");
  report.space = SpaceWord(message.rest());
  if (StartsWith(message.rest().substr(report.space.size()), " while allocating on stack for ")) {
    report.kind = OomKind::kScopedVmem;
    message.Skip(" for ");
    std::string_view instruction = TrimRight(WithoutDot(TrimRight(message.Until("Scoped allocation", kLongLabel))));
    if (InstructionText parts; ReadInstruction(instruction, parts)) {
      OomAllocation allocation;
      allocation.label = instruction.substr(0, 2000);
      allocation.shape = parts.shape;
      allocation.type = "scoped";
      MetadataText metadata;
      if (ReadInstructionMetadata(parts.attributes, metadata)) {
        allocation.op_type = metadata.op_type;
        allocation.op_name = metadata.op_name;
        allocation.source_file = metadata.source_file;
        allocation.source_line = metadata.source_line;
      }
      report.allocations.push_back(allocation);
      instruction = parts.name;
    }
    if (StartsWith(instruction, "%")) instruction.remove_prefix(1);
    report.instruction = instruction.substr(0, 500);
    if (!message.Size("with size ", report.needed)) return false;
    message.Size("limit ", report.capacity);
    message.Size("limit by ", report.exceeded);
    if (!report.allocations.empty()) report.allocations[0].size = report.needed;
    return true;
  }
  report.kind = OomKind::kCompile;
  Message numbers(flat, at);
  if (numbers.Size("Used ", report.needed)) {
    numbers.Size(" of ", report.capacity, 60);
    numbers.Size("capacity by ", report.exceeded, 200);
    // A number that was broken or lost.
    if (report.capacity != kUnknownBytes && report.exceeded != kUnknownBytes && report.needed < report.exceeded)
      report.needed = report.capacity + report.exceeded;
    message = numbers;
    return true;
  }
  // Older libtpu: "It should not be possible to run out of vmem - please file a bug against XLA." and then a list.
  return Contains(flat.substr(at), "Largest program allocations") || Contains(flat.substr(at), "requirement ");
}

// "Ran out of memory on HBM, the total memory required for HLO temporaries (286.32G) exceeds available HBM (15.75G).
// HLO module: jit_train_step."
bool ReadOnHbm(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kCompile;
  message.Skip("memory on ");
  report.space = SpaceWord(message.rest());
  if (!message.Size(" (", report.needed)) return false;
  message.Size(" (", report.capacity);
  if (message.Skip("HLO module: ", 100)) report.program = WithoutDot(message.Word());
  return true;
}

// "Scoped allocation with size 17.31M and limit 16.00M exceeded scoped vmem limit by 1.31M.", head lost. The phrase
// found is "scoped vmem limit".
bool ReadScopedTail(std::string_view flat, size_t at, OomReport& report, Message& message) {
  report.kind = OomKind::kScopedVmem;
  report.space = "vmem";
  const size_t back = std::min<size_t>(at, 120);
  Message before(flat, at - back);
  if (!before.Size("with size ", report.needed, back)) return false;
  before.Size("limit ", report.capacity, 60);
  before.Size("limit by ", report.exceeded, 100);
  message = before;
  return true;
}

// "Allocation (size=268435456) would exceed memory (size=134217728) :: #allocation3 [shape = 'f32[8192,8192]…',
// space=vmem, size = 0x10000000, scoped, tag = 'scratch operand'] :: vmem_oom.1"
bool ReadAllocation(std::string_view flat, size_t at, OomReport& report, Message& message) {
  report.kind = OomKind::kAllocation;
  const size_t back = std::min<size_t>(at, 60);
  Message before(flat, at - back);
  if (!before.Size("(size=", report.needed, back) || !message.Size("(size=", report.capacity)) return false;
  if (report.needed == kUnknownBytes || report.capacity == kUnknownBytes) return false;
  report.exceeded = report.needed - report.capacity;
  OomAllocation allocation;
  allocation.size = report.needed;
  if (StartsWith(message.rest(), ") :: ")) {
    message.Skip("[");
    // Up to the bracket behind the shape's own ones.
    const std::string_view facts = message.Until("] ::", 4000);
    allocation.shape = Quoted(facts, "shape = '");
    allocation.type = Quoted(facts, "tag = '");
    if (Contains(facts, ", scoped"))
      allocation.type = allocation.type.empty() ? "scoped" : "scoped, " + allocation.type;
    if (const size_t space = facts.find("space="); space != std::string_view::npos)
      report.space = SpaceWord(facts.substr(space + 6));
    message.Skip(" ", 1);
    allocation.label = message.Word();
    report.instruction = allocation.label;
  }
  report.allocations.push_back(allocation);
  return true;
}

// "Error allocating device buffer: Attempting to allocate 1.50G. That was not possible. There are 1.03G free.;
// (0x0x0_HBM0)"
bool ReadDeviceBuffer(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kDeviceBuffer;
  if (!message.Size("to allocate ", report.needed)) return false;
  if (!Contains(message.rest().substr(0, 80), "not possible") && !Contains(message.rest().substr(0, 120), " free"))
    return false;
  message.Size("There are ", report.free, 120);
  message.Skip("free", 20);
  if (StartsWith(message.rest(), ".; (") || StartsWith(message.rest(), "; (")) {
    message.Skip("(");
    report.device = message.Until(")", 100);
  }
  report.space = Contains(report.device, "VMEM") ? "vmem" : "hbm";
  return true;
}

// "Error loading program 'jit_f': Attempting to reserve 12.11G at the bottom of memory. That was not possible. There
// are 11.20G free, 0B reserved, and 11.20G reservable."
bool ReadProgramLoad(std::string_view flat, size_t at, OomReport& report, Message& message) {
  report.kind = OomKind::kProgramLoad;
  report.space = "hbm";
  if (!message.Size("to reserve ", report.needed)) return false;
  const size_t back = std::min<size_t>(at, 300);
  report.program = Quoted(flat.substr(at - back, back), "program '");
  if (!message.Size("There are ", report.free, 120)) return true;
  message.Size(", ", report.reserved, 40);
  if (message.Skip("and ", 40)) message.Size("", report.reservable, 20);
  return true;
}

// "Out of memory while trying to allocate 1610612736 bytes. [with allocator GPU_0_bfc on device 0]
// [executable_name='jit_f']"
bool ReadRuntime(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kRuntime;
  message.Skip("allocat");
  message.Skip(" ", 5);  // "allocate ", "allocating "
  if (!message.Size("", report.needed, 20)) return false;
  const std::string_view facts = message.rest().substr(0, 300);
  Message rest(facts, 0);
  if (rest.Skip("allocator ")) report.space = WithoutDot(rest.Word());
  if (rest.Skip("on device ")) report.device = "device " + SpaceWord(rest.rest());
  report.program = Quoted(facts, "executable_name='");
  return true;
}

// "failed to allocate 1.50GiB (1610612736 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY: out of memory"
bool ReadDriver(std::string_view flat, size_t at, OomReport& report, Message& message) {
  report.kind = OomKind::kRuntime;
  const size_t back = std::min<size_t>(at, 160);
  Message before(flat, at - back);
  if (!before.Size("ailed to allocate ", report.needed, back) && !before.Size("ailed to alloc ", report.needed, back))
    return false;
  before.Size(" (", report.needed, 3);
  message.Skip("MEMORY");
  report.space = "device";
  return true;
}

// "Failed to allocate request for 2.00GiB (2147483648B) on device ordinal 0"
bool ReadRequest(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kRuntime;
  if (!message.Size("request for ", report.needed, 40)) return false;
  message.Size(" (", report.needed, 3);
  report.space = "device";
  if (message.Skip("device ordinal ", 30)) report.device = "device " + SpaceWord(message.rest());
  return true;
}

// "Failed to allocate 2147483648 bytes for new constant"
bool ReadConstant(std::string_view flat, size_t at, OomReport& report, Message&) {
  report.kind = OomKind::kRuntime;
  const size_t back = std::min<size_t>(at, 60);
  Message before(flat, at - back);
  return before.Size("ailed to allocate ", report.needed, back);
}

// "Aborting compilation early because it's unlikely to have enough memory. Requires 3.47E, has 14.49G available."
bool ReadUnlikely(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kCompile;
  report.space = "hbm";
  if (!message.Size("Requires ", report.needed) || !message.Size("has ", report.capacity, 20)) return false;
  // "3.47E" stands for a sum that has overflowed.
  if (report.needed >= kMaxBytes) report.needed = kUnknownBytes;
  return true;
}

// PyTorch's own allocator: "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of …"
bool ReadTorch(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kAllocator;
  if (!message.Size("ried to allocate ", report.needed, 40)) return false;
  report.space = "PyTorch's CUDA allocator";
  message.Size("total capacity of ", report.capacity, 120);
  message.Size("of which ", report.free, 40);
  return true;
}

// "Allocator (GPU_0_bfc) ran out of memory trying to allocate 1.50GiB (rounded to 1610612736)requested by op f"
bool ReadAllocator(std::string_view flat, size_t at, OomReport& report, Message& message) {
  report.kind = OomKind::kAllocator;
  const size_t back = std::min<size_t>(at, 80);
  std::string_view before = flat.substr(at - back, back);
  if (const size_t open = before.find("llocator ("); open != std::string_view::npos)
    report.space = before.substr(open + 10, before.find(')', open) - open - 10);
  if (!message.Size("to allocate ", report.needed)) return false;
  message.Size("(rounded to ", report.needed, 20);
  if (message.Skip("requested by op ", 20)) report.instruction = WithoutDot(message.Word());
  report.warning = Contains(message.rest().substr(0, 300), "not a failure");
  return true;
}

// "Can't reduce memory use below 60.37GiB (64817223639 bytes) by rematerialization; only reduced to 145.25GiB
// (155963511756 bytes), down from 244.19GiB (262202611404 bytes) originally"
bool ReadRematerialization(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kRematerialization;
  const auto exact = [&](std::string_view key, Bytes& bytes) {
    if (!message.Size(key, bytes, 120)) return false;
    // The rounded figure is followed by the bytes.
    message.Size(" (", bytes, 3);
    return true;
  };
  if (!exact("below ", report.capacity) || !exact("reduced to ", report.needed)) return false;
  exact("down from ", report.originally);
  report.exceeded = report.needed - report.capacity;
  report.warning = true;
  return true;
}

// "XLA::TPU program HBM usage: 52.5K / 31.25G"
bool ReadUsage(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kUsage;
  message.Skip("program ");
  report.space = SpaceWord(message.rest());
  return message.Size("usage: ", report.needed) && message.Size("/ ", report.capacity, 5);
}

// "CompiledMemoryStats(generated_code_size_in_bytes=0, argument_size_in_bytes=…, …)"
bool ReadStatistics(std::string_view, size_t, OomReport& report, Message& message) {
  report.kind = OomKind::kStatistics;
  message.Skip("(");
  std::string_view items = message.Until(")", 2000);
  while (!items.empty()) {
    std::string_view item = TakeUntil(items, ',');
    const std::string_view name = Trim(TakeUntil(item, '='));
    SizeText size;
    if (TakeSize(item, size)) report.parts.push_back({"other", std::string(name), size.bytes});
    if (name == "peak_memory_in_bytes") report.needed = size.bytes;
  }
  return !report.parts.empty();
}

// "OOM when allocating tensor with shape[1024,1024] and type float on /job:… by allocator GPU_0_bfc"
bool ReadTensor(std::string_view, size_t, OomReport& report, Message& message) {
  struct Type {
    std::string_view name;
    const char* xla;
  };
  static constexpr Type kTypes[] = {{"float", "f32"}, {"half", "f16"},  {"double", "f64"},   {"bfloat16", "bf16"},
                                    {"int32", "s32"}, {"int64", "s64"}, {"bool", "pred"},    {"uint8", "u8"},
                                    {"int8", "s8"},   {"int16", "s16"}, {"complex64", "c64"}};
  report.kind = OomKind::kAllocator;
  if (!message.Skip("with shape[")) return false;
  const std::string_view dimensions = message.Until("]");
  if (!message.Skip("and type ", 20)) return false;
  const std::string_view type = message.Word();
  OomAllocation allocation;
  for (const Type& t : kTypes) {
    if (t.name == type) allocation.shape = std::string(t.xla) + "[" + std::string(dimensions) + "]";
  }
  std::vector<int64_t> numbers;
  std::string_view list = dimensions;
  for (int64_t number; TakeNumber(list, number) && numbers.size() < 64; Take(list, ",")) numbers.push_back(number);
  const size_t bracket = allocation.shape.find('[');
  if (bracket == std::string::npos) return false;
  report.needed =
      ArrayBytes(TypeOf(std::string_view(allocation.shape).substr(0, bracket)), numbers.data(), numbers.size(), 0);
  if (report.needed == 0) return false;
  allocation.size = allocation.unpadded = report.needed;
  report.allocations.push_back(allocation);
  if (message.Skip("by allocator ")) report.space = WithoutDot(message.Word());
  return true;
}

// A list or breakdown whose head is lost: the numbers are in it.
bool ReadHeadless(std::string_view flat, size_t at, OomReport& report, Message& message) {
  const std::string_view rest = flat.substr(at);
  if (StartsWith(rest, "BufferAssignment OOM")) {
    report.kind = OomKind::kRuntime;
    return Contains(rest, "allocation:") || Contains(rest, "Size:");
  }
  report.kind = OomKind::kCompile;
  if (StartsWith(rest, "program allocations in")) {
    message.Skip("allocations in ");
    report.space = SpaceWord(message.rest());
    return Contains(rest, "Size:");
  }
  report.space = SpaceWord(rest);
  return message.Size("requirement ", report.needed, 40);
}

struct Head {
  std::string_view phrase;
  bool (*read)(std::string_view flat, size_t at, OomReport& report, Message& message);
};
constexpr Head kHeads[] = {
    {"Ran out of memory in memory space ", ReadMemorySpace},
    {"Ran out of memory on ", ReadOnHbm},
    {"would exceed memory (size=", ReadAllocation},
    {"Attempting to allocate ", ReadDeviceBuffer},
    {"Attempting to reserve ", ReadProgramLoad},
    {"Out of memory while trying to allocate ", ReadRuntime},
    {"Out of memory allocating ", ReadRuntime},
    {"ran out of memory trying to allocate ", ReadAllocator},
    {"reduce memory use below ", ReadRematerialization},
    {"OOM when allocating tensor", ReadTensor},
    {"Failed to allocate request for ", ReadRequest},
    {" bytes for new constant", ReadConstant},
    {"unlikely to have enough memory. Requires ", ReadUnlikely},
    {"CUDA out of memory. ", ReadTorch},
    {"ERROR_OUT_OF_MEMORY", ReadDriver},
    {"program HBM usage:", ReadUsage},
    {"program VMEM usage:", ReadUsage},
    {"program SMEM usage:", ReadUsage},
    {"CompiledMemoryStats(", ReadStatistics},
    {"scoped vmem limit by", ReadScopedTail},
    {"program allocations in ", ReadHeadless},
    {"hbm requirement ", ReadHeadless},
    {"vmem requirement ", ReadHeadless},
    {"smem requirement ", ReadHeadless},
    {"BufferAssignment OOM Debugging", ReadHeadless},
};

}  // namespace

bool ReadOomHead(std::string_view flat, OomReport& report, size_t& end) {
  size_t first = flat.size();
  const Head* head = nullptr;
  for (const Head& h : kHeads) {
    const size_t at = flat.find(h.phrase);
    if (at >= first) continue;
    first = at;
    head = &h;
  }
  if (!head) return false;
  Message message(flat, first);
  if (!head->read(flat, first, report, message)) return false;
  report.exact = message.exact();
  end = message.at();
  return true;
}

bool BeginsOomMessage(std::string_view line) {
  for (const Head& head : kHeads) {
    if (head.read != ReadHeadless && head.read != ReadScopedTail && Contains(line, head.phrase)) return true;
  }
  return false;
}

}  // namespace xmv
