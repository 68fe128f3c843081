// CPU time for native benchmarks: of the process, best of several runs, so that a busy machine does not matter much.
#ifndef XMV_TESTS_BENCH_TIMING_H_
#define XMV_TESTS_BENCH_TIMING_H_

#include <algorithm>
#include <ctime>
#include <functional>

namespace xmv {

inline double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Seconds of one call of work(i), i = 0, 1, 2, …: the best of five runs, each long enough to be measured.
inline double Best(const std::function<void(unsigned)>& work) {
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    unsigned times = 0;
    const double begin = CpuSeconds();
    double end;
    do {
      work(times++);
      end = CpuSeconds();
    } while (end - begin < 0.05);
    best = std::min(best, (end - begin) / times);
  }
  return best;
}

}  // namespace xmv

#endif  // XMV_TESTS_BENCH_TIMING_H_
