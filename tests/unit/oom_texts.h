// The text of a TPU compile error as libtpu prints it, for tests of what logs do to it.
#ifndef XMV_TESTS_UNIT_OOM_TEXTS_H_
#define XMV_TESTS_UNIT_OOM_TEXTS_H_

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/log_scanner.h"

namespace xmv {

inline std::vector<OomReport> Scan(std::string log) {
  MemorySource source(std::move(log));
  Result<LogReports> result = ScanLog(source, {});
  REQUIRE(result.ok());
  return std::move(result->reports);
}

inline constexpr Bytes kG = Bytes{1} << 30, kM = Bytes{1} << 20;
inline Bytes G(double value) { return static_cast<Bytes>(value * static_cast<double>(kG) + 0.5); }
inline Bytes M(double value) { return static_cast<Bytes>(value * static_cast<double>(kM) + 0.5); }

inline const std::string kTpuCompile =
    "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 17.60G of 16.00G hbm. Exceeded hbm capacity by "
    "1.60G.\n"
    "\n"
    "Total hbm usage >= 17.60G:\n"
    "    reserved        528.00M \n"
    "    program          17.08G \n"
    "    arguments       unknown size \n"
    "\n"
    "Output size 1.00G; shares 256.00M with arguments.\n"
    "\n"
    "Program hbm requirement 17.08G:\n"
    "    reserved          12.0K\n"
    "    global           980.0K\n"
    "    scoped            5.41M\n"
    "    HLO temp         17.08G (33.1% utilization: Unpadded (5.65G) Padded (17.02G), 0.3% fragmentation (53.61M))\n"
    "\n"
    "  Largest program allocations in hbm:\n"
    "\n"
    "  1. Size: 14.00G\n"
    "     Operator: op_type=\"OneHot\" op_name=\"model/loss/one_hot\" source_file=\"train.py\" source_line=41\n"
    "     Shape: s32[29360128,10]{1,0:T(8,128)}\n"
    "     Unpadded size: 1.09G\n"
    "     Extra memory due to padding: 12.91G (12.8x expansion)\n"
    "     XLA label: %iota.2 = s32[29360128,10]{1,0:T(8,128)} iota(), iota_dimension=1, metadata={op_type=\"OneHot\" "
    "op_name=\"model/loss/one_hot\"}\n"
    "     Allocation type: HLO temp\n"
    "     ==========================\n"
    "\n"
    "  2. Size: 256.00M\n"
    "     Shape: bf16[4,512,512,64]{3,0,2,1:T(4,128)(2,1)}\n"
    "     Unpadded size: 128.00M\n"
    "     Extra memory due to padding: 128.00M (2.0x expansion)\n"
    "     XLA label: %fusion.20231 = (bf16[4,512,512,64]{3,0,2,1:T(4,128)(2,1)}) fusion(f32[64]{0:T(256)} %gte.7...\n"
    "     Allocation type: HLO temp\n"
    "     ==========================\n"
    "\n";

}  // namespace xmv

#endif  // XMV_TESTS_UNIT_OOM_TEXTS_H_
