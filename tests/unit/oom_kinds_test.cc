// Every kind of out-of-memory message (FORMATS §5) with the numbers, the title and the advice that come out of it.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/formats/log_scanner.h"
#include "tests/unit/file_source.h"
#include "tests/unit/oom_texts.h"

namespace xmv {

TEST_CASE("each kind of message gives its numbers", "[formats][log]") {
  struct Row {
    const char* log;
    const char* kind;
    const char* space;
    Bytes needed, capacity, exceeded, free;
    const char* names;  // program|device|instruction
    const char* title;
  };
  constexpr Bytes kNo = kUnknownBytes;
  const Row rows[] = {
      {"E1000: CompileTimeHbmOom: Ran out of memory on HBM, the total memory required for HLO temporaries (286.32G) "
       "exceeds available HBM (15.75G). HLO module: jit_train_step.\nSee https://openxla.org/xla/errors/error_1000 for "
       "more details.",
       "compile", "hbm", G(286.32), G(15.75), G(286.32) - G(15.75), kNo, "jit_train_step||",
       "jit_train_step needs 286.3 GiB of HBM, 270.6 GiB more than the 15.75 GiB there are."},
      {"RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem while allocating on stack for %fusion.12 = "
       "f32[8,128]{1,0:T(8,128)} fusion(%p.1), kind=kLoop, metadata={op_name=\"jit(f)/dot\" source_file=\"k.py\" "
       "source_line=7}. Scoped allocation with size 17.31M and limit 16.00M exceeded scoped vmem limit by 1.31M. It "
       "should not be possible to run out of scoped vmem - please file a bug against XLA.",
       "scoped-vmem", "vmem", M(17.31), M(16), M(1.31), kNo, "||fusion.12",
       "fusion.12 needs 17.31 MiB of scoped VMEM; the limit is 16.00 MiB."},
      {"E1001: CompileTimeScopedVmemOom: Ran out of memory in memory space vmem while allocating on stack for "
       "custom-call.3. Scoped allocation with size 70.12M and limit 64.00M exceeded scoped vmem limit by 6.12M.",
       "scoped-vmem", "vmem", M(70.12), M(64), M(6.12), kNo, "||custom-call.3",
       "custom-call.3 needs 70.12 MiB of scoped VMEM; the limit is 64.00 MiB."},
      {"... Scoped allocation with size 17.31M and limit 16.00M exceeded scoped vmem limit by 1.31M.", "scoped-vmem",
       "vmem", M(17.31), M(16), M(1.31), kNo, "||",
       "An instruction needs 17.31 MiB of scoped VMEM; the limit is 16.00 MiB."},
      {"RESOURCE_EXHAUSTED: Allocation (size=268435456) would exceed memory (size=134217728) :: #allocation3 [shape = "
       "'f32[8192,8192]{1,0:T(8,128)}', space=vmem, size = 0x10000000, scoped, tag = 'scratch operand'] :: vmem_oom.1",
       "allocation", "vmem", 268435456, 134217728, 134217728, kNo, "||vmem_oom.1",
       "One allocation of 256.0 MiB is larger than all of VMEM (128.0 MiB)."},
      {"RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate 1.50G. That was not possible. There "
       "are 1.03G free.; (0x0x0_HBM0)",
       "device-buffer", "hbm", G(1.5), kNo, kNo, G(1.03), "|0x0x0_HBM0|",
       "At run time 1.50 GiB of HBM were asked for; 1.03 GiB were free."},
      {"RESOURCE_EXHAUSTED: Error loading program 'jit_step': Attempting to reserve 12.11G at the bottom of memory. "
       "That was not possible. There are 11.20G free, 0B reserved, and 10.20G reservable.",
       "program-load", "hbm", G(12.11), kNo, kNo, G(11.2), "jit_step||",
       "Loading the program for jit_step needs 12.11 GiB of HBM; 11.20 GiB were free, 10.20 GiB of them reservable."},
      {"jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1610612736 "
       "bytes.",
       "runtime", "", 1610612736, kNo, kNo, kNo, "||",
       "At run time 1.50 GiB of memory were asked for and not to be had."},
      {"RESOURCE_EXHAUSTED: Out of memory while trying to allocate 9.31GiB with allocator GPU_0_bfc on device 0. "
       "[executable_name='jit_step']",
       "runtime", "GPU_0_bfc", G(9.31), kNo, kNo, kNo, "jit_step|device 0|",
       "At run time jit_step asked for 9.31 GiB of GPU_0_bfc, which was not to be had."},
      {"RESOURCE_EXHAUSTED: Out of memory allocating 80000000000 bytes.", "runtime", "", 80000000000, kNo, kNo, kNo,
       "||", "At run time 74.51 GiB of memory were asked for and not to be had."},
      {"2024-01-02 03:04:05.678: E external/xla/cuda_driver.cc:1] failed to allocate 1.50GiB (1610612736 bytes) from "
       "device: CUDA_ERROR_OUT_OF_MEMORY: out of memory",
       "runtime", "device", 1610612736, kNo, kNo, kNo, "||",
       "At run time 1.50 GiB of device memory were asked for and not to be had."},
      {"W1129 17:11:43.208059   20497 hlo_rematerialization.cc:3231] Can't reduce memory use below 60.37GiB "
       "(64817223639 bytes) by rematerialization; only reduced to 145.25GiB (155963511756 bytes), down from 244.19GiB "
       "(262202611404 bytes) originally",
       "rematerialization", "", 155963511756, 64817223639, 155963511756 - 64817223639, kNo, "||",
       "Rematerialization brought memory down to 145.3 GiB from 244.2 GiB, not to its goal of 60.37 GiB."},
      {"Can't reduce memory use below -25.62GiB (-27509265203 bytes) by rematerialization; only reduced to 34.59GiB "
       "(37140729856 bytes)",
       "rematerialization", "", 37140729856, -27509265203, 37140729856 + 27509265203, kNo, "||",
       "Rematerialization brought memory down to 34.59 GiB, not to its goal of -25.62 GiB."},
      {"I0101 00:00:00.000000 1 a.cc:1] XLA::TPU program HBM usage: 52.5K / 31.25G", "usage", "hbm", 53760, G(31.25),
       kNo, kNo, "||", "The program uses 52.50 KiB of 31.25 GiB of HBM."},
      {"XLA::TPU program VMEM usage: 100.00M / 128.00M", "usage", "vmem", M(100), M(128), kNo, kNo, "||",
       "The program uses 100.0 MiB of 128.0 MiB of VMEM."},
      {"CompiledMemoryStats(generated_code_size_in_bytes=0, argument_size_in_bytes=2233348, "
       "output_size_in_bytes=4194304, alias_size_in_bytes=0, temp_size_in_bytes=524484, peak_memory_in_bytes=6952136)",
       "statistics", "", 6952136, kNo, kNo, kNo, "||", "Memory statistics of a compiled program."},
      {"tensorflow.python.framework.errors_impl.ResourceExhaustedError: OOM when allocating tensor with "
       "shape[1024,1024,64] and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc",
       "allocator", "GPU_0_bfc", 268435456, kNo, kNo, kNo, "||",
       "At run time 256.0 MiB of GPU_0_bfc were asked for and not to be had."},
      {"Resource exhausted: Ran out of memory in memory space sflag. Used 2.5K of 2.0K sflag. Exceeded sflag capacity "
       "by "
       "512B.",
       "compile", "sflag", 2560, 2048, 512, kNo, "||",
       "The program needs 2.50 KiB of sflag, 512 B more than the 2.00 KiB there are."},
  };
  for (const Row& row : rows) {
    INFO(row.log);
    const std::vector<OomReport> reports = Scan(std::string("first line\n") + row.log + "\nlast line\n");
    REQUIRE(reports.size() == 1);
    const OomReport& r = reports[0];
    CHECK(OomKindName(r.kind) == row.kind);
    CHECK(r.space == row.space);
    CHECK(r.needed == row.needed);
    CHECK(r.capacity == row.capacity);
    CHECK(r.exceeded == row.exceeded);
    CHECK(r.free == row.free);
    CHECK(r.program + "|" + r.device + "|" + r.instruction == row.names);
    CHECK(r.title == row.title);
    CHECK(r.line == 2);
    CHECK_FALSE(r.advice.empty());
    CHECK(std::string(row.log).find(r.excerpt.substr(0, 40)) != std::string::npos);
  }
}

TEST_CASE("what XLA of today prints is read", "[formats][log]") {
  const auto file = [](const char* path) {
    auto source = OpenFile(std::string(XMV_TESTS_DIR) + "/data/jax/" + path);
    std::string text(source->size(), '\0');
    REQUIRE(source->Read(0, text.size(), text.data()) == text.size());
    return Scan(text);
  };
  CHECK(file("hbm_oom/compile-error.txt").at(0).program == "jit_train_step");
  CHECK(file("hbm_oom_arguments/compile-error.txt").at(0).needed == G(18.26));
  const OomReport vmem = file("pallas_vmem_oom/compile-error.txt").at(0);
  CHECK(vmem.exact);
  REQUIRE(vmem.allocations.size() == 1);
  CHECK(vmem.allocations[0].shape == "f32[8192,8192]{1,0:T(8,128)}");
  CHECK(vmem.allocations[0].type == "scoped, scratch operand");
  const OomReport remat = file("gpu_over_budget/stderr.txt").at(0);
  CHECK(remat.originally == 262202611404);
  CHECK(remat.warning);
  CHECK(remat.exact);
}

TEST_CASE("GPU's buffer list", "[formats][log]") {
  const std::vector<OomReport> reports = Scan(
      "2023-01-01 00:00:00.000000: W external/xla/bfc_allocator.cc:479] unrelated\n"
      "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 12884901888 bytes.\n"
      "BufferAssignment OOM Debugging.\n"
      "BufferAssignment stats:\n"
      "             parameter allocation:    4.00GiB\n"
      "              constant allocation:         4B\n"
      "        maybe_live_out allocation:    2.00GiB\n"
      "     preallocated temp allocation:   12.00GiB\n"
      "  preallocated temp fragmentation:    1.50GiB (12.50%)\n"
      "                 total allocation:   18.00GiB\n"
      "              total fragmentation:    1.50GiB (8.33%)\n"
      "Peak buffers:\n"
      "\tBuffer 1:\n"
      "\t\tSize: 4.00GiB\n"
      "\t\tOperator: op_name=\"jit(step)/jit(main)/dot_general[dimension_numbers=(((1,), (0,)), ((), ()))]\" "
      "source_file=\"/home/me/train.py\" source_line=33\n"
      "\t\tXLA Label: fusion\n"
      "\t\tShape: f32[32768,32768]\n"
      "\t\t==========================\n\n"
      "\tBuffer 2:\n"
      "\t\tSize: 2.00GiB\n"
      "\t\tEntry Parameter Subshape: bf16[32768,32768]\n"
      "\t\t==========================\n\n");
  REQUIRE(reports.size() == 1);
  const OomReport& r = reports[0];
  CHECK(r.needed == 12884901888);
  CHECK(r.exact);
  REQUIRE(r.parts.size() == 7);
  CHECK(r.parts[0].name == "parameter allocation");
  CHECK(r.parts[0].bytes == G(4));
  CHECK(r.parts[3].group == "total");
  CHECK(r.parts[4].group == "other");
  CHECK(r.temp_fragmentation == G(1.5));
  REQUIRE(r.allocations.size() == 2);
  CHECK(r.allocations[0].size == G(4));
  CHECK(r.allocations[0].unpadded == G(4));
  CHECK(r.allocations[0].op_name == "jit(step)/jit(main)/dot_general[dimension_numbers=(((1,), (0,)), ((), ()))]");
  CHECK(r.allocations[0].source_file == "/home/me/train.py");
  CHECK(r.allocations[0].label == "fusion");
  CHECK(r.allocations[1].type == "parameter");
  CHECK(r.allocations[1].shape == "bf16[32768,32768]");
}

TEST_CASE("the BFC allocator's dump is summed up", "[formats][log]") {
  std::string log =
      "2023-01-01 00:00:00.0: W external/tsl/framework/bfc_allocator.cc:497] Allocator (GPU_0_bfc) ran out of memory "
      "trying to allocate 3.00GiB (rounded to 3221225472)requested by op fusion.3\n"
      "If the cause is memory fragmentation maybe the environment variable 'TF_GPU_ALLOCATOR=cuda_malloc_async' will "
      "improve the situation. \nCurrent allocation summary follows.\n"
      "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1040] BFCAllocator dump for GPU_0_bfc\n"
      "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1047] Bin (256): \tTotal Chunks: 2, Chunks in "
      "use: 1. 512B allocated for chunks.\n";
  for (int i = 0; i < 1000; ++i) {
    log += "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1083] InUse at 7f" + std::to_string(i) +
           " of size 1048576 next " + std::to_string(i + 1) + "\n";
  }
  log +=
      "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1083] InUse at 7fff of size 4294967296 next 7\n"
      "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1083] Free  at 7ffe of size 2147483648 next 8\n"
      "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1083] Free  at 7ffd of size 2147483648 next 9\n"
      "2023-01-01 00:00:00.0: I external/tsl/framework/bfc_allocator.cc:1102] Stats: \n"
      "Limit:                      9663676416\nInUse:                      5343543296\n"
      "MaxInUse:                   6343543296\nNumAllocs:                        1234\n"
      "MaxAllocSize:               4294967296\nReserved:                            0\n"
      "\n"
      "2023-01-01 00:00:00.0: W external/tsl/framework/bfc_allocator.cc:499] "
      "****************************************************************xxxx____________________________****\n"
      "the program goes on\n";
  const std::vector<OomReport> reports = Scan(log);
  REQUIRE(reports.size() == 1);
  const OomReport& r = reports[0];
  CHECK(OomKindName(r.kind) == "allocator");
  CHECK(r.space == "GPU_0_bfc");
  CHECK(r.needed == 3221225472);
  CHECK(r.capacity == 9663676416);
  CHECK(r.free == 9663676416 - 5343543296);
  CHECK(r.largest_free == 2147483648);
  REQUIRE(r.allocations.size() == 2);
  CHECK(r.allocations[0].size == 4294967296);
  CHECK(r.allocations[1].size == 1048576);
  CHECK(r.allocations[1].count == 1000);
  CHECK(r.advice.at(0).text.find("fragmentation") != std::string::npos);
  CHECK(r.advice.at(0).command == "TF_GPU_ALLOCATOR=cuda_malloc_async");
}

TEST_CASE("words that are no message of ours", "[formats][log]") {
  for (const char* log : {
           "",
           "all is well\n",
           "If you run out of memory, reduce the batch size. Ran out of memory? See the guide.\n",
           "RESOURCE_EXHAUSTED: Received message larger than max (5000000 vs. 4194304)\n",
           "grpc RESOURCE_EXHAUSTED: Quota exceeded for requests per minute\n",
           "Attempting to allocate a port for the server\n",
           "# CompiledMemoryStats() has no numbers here\n",
           "RESOURCE_EXHAUSTED",
           "Out of memory while trying to allocate",
           "would exceed memory (size=",
           "Ran out of memory in memory space ",
       }) {
    INFO(log);
    CHECK(Scan(log).empty());
  }
}

TEST_CASE("what JAX, XLA and PyTorch print besides", "[formats][log]") {
  struct {
    const char* log;
    const char* title;
  } const rows[] = {
      {"RESOURCE_EXHAUSTED: Failed to allocate request for 2.00GiB (2147483648B) on device ordinal 0",
       "At run time 2.00 GiB of device memory were asked for and not to be had."},
      {"Failed to allocate 2147483648 bytes for new constant",
       "At run time 2.00 GiB of memory were asked for and not to be had."},
      {"Aborting compilation early because it's unlikely to have enough memory. Requires 3.47E, has 14.49G available.",
       "The program needs more memory of HBM; there are 14.49 GiB."},
      {"torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
       "79.14 "
       "GiB of which 1.25 GiB is free.",
       "At run time 2.00 GiB of PyTorch's CUDA allocator were asked for; 1.25 GiB were free."},
  };
  for (const auto& row : rows) {
    const std::vector<OomReport> reports = Scan(row.log);
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].title == row.title);
    REQUIRE(!reports[0].advice.empty());
  }
  CHECK(Scan(rows[3].log)[0].advice[0].text.find("not XLA") != std::string::npos);
  // Nothing says that it is a GPU.
  const std::vector<OomReport> cpu = Scan("RESOURCE_EXHAUSTED: Out of memory allocating 80000000000 bytes.");
  for (const OomAdvice& advice : cpu.at(0).advice) CHECK(advice.command.find("nvidia") == std::string::npos);
}

TEST_CASE("advice is about these numbers", "[formats][log]") {
  const std::vector<OomReport> padding = Scan(kTpuCompile);
  REQUIRE(padding.size() == 1);
  const std::vector<OomAdvice>& a = padding[0].advice;
  REQUIRE(a.size() == 5);
  CHECK(a[0].text.find("Padding first: 12.91 GiB of the 14.00 GiB") == 0);
  CHECK(a[0].text.find("dimension 1: 10 → 128") != std::string::npos);
  CHECK(a[0].text.find("more than is missing") != std::string::npos);
  CHECK(a[1].text.find("88% of the memory: look at it before all others") != std::string::npos);
  CHECK(a[2].text.find("donate") != std::string::npos);
  CHECK(a[3].text.find("Temporaries are 17.08 GiB, 97%") == 0);
  CHECK(a[4].command == "XLA_FLAGS=\"--xla_dump_to=/tmp/xla_dump --xla_dump_hlo_as_proto\"");

  const std::vector<OomReport> scoped =
      Scan("Scoped allocation with size 17.31M and limit 16.00M exceeded scoped vmem limit by 1.31M.");
  CHECK(scoped.at(0).advice.at(0).command == "LIBTPU_INIT_ARGS=\"--xla_tpu_scoped_vmem_limit_kib=18432\"");

  const std::vector<OomReport> negative = Scan(
      "Can't reduce memory use below -25.62GiB (-27509265203 bytes) by rematerialization; only reduced to 34.59GiB "
      "(37140729856 bytes)");
  CHECK(negative.at(0).advice.at(0).text.find("The goal is negative") == 0);

  const std::vector<OomReport> module = Scan(
      "Ran out of memory on HBM, the total memory required for HLO temporaries (18.26G) exceeds available HBM "
      "(15.75G). HLO module: jit_f.");
  CHECK(module.at(0).advice.back().command.find("--xla_dump_hlo_module_re=jit_f\"") != std::string::npos);

  const std::vector<OomReport> reservable = Scan(
      "Error loading program 'jit_f': Attempting to reserve 6.48G at the bottom of memory. That was not possible. "
      "There "
      "are 6.78G free, 0B reserved, and 3.33G reservable.");
  CHECK(reservable.at(0).advice.at(0).text.find("Only 3.33 GiB of the 6.78 GiB free can be reserved") == 0);

  const std::vector<OomReport> pieces = Scan(
      "Error allocating device buffer: Attempting to allocate 1.50G. That was not possible. There are 2.03G free.; "
      "(0x0x0_HBM0)");
  CHECK(pieces.at(0).advice.at(0).text.find("not in one piece") != std::string::npos);
}

}  // namespace xmv
