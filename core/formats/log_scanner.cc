#include "core/formats/log_scanner.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/stable_order.h"
#include "core/base/text.h"
#include "core/formats/bfc_dump.h"
#include "core/formats/log_anchors.h"
#include "core/formats/log_lines.h"
#include "core/formats/oom_advice.h"
#include "core/formats/oom_message.h"
#include "core/io/line_reader.h"

namespace xmv {
namespace {

constexpr size_t kWindow = size_t{1} << 20;
constexpr size_t kBefore = size_t{2} << 10;        // of the line an anchor stands in
constexpr size_t kBehind = size_t{3} << 10;        // for a look at the first sentence
constexpr size_t kMessageBytes = size_t{8} << 20;  // an allocator's dump can be this long
constexpr size_t kMessageText = size_t{1} << 20;   // of it without chunk lines
constexpr size_t kMessageLine = size_t{256} << 10;
constexpr size_t kExcerpt = size_t{12} << 10;
constexpr int kMostLooks = 4000;  // at anchors of one window; no log has so many, and each costs a few KB
constexpr int kStrangeLines = 3;  // so many lines in a row that belong to no message end it

// Line feeds, eight bytes at a time.
uint64_t CountLines(std::string_view text) {
  uint64_t count = 0;
  const char* at = text.data();
  size_t left = text.size();
  while (left >= 8) {
    // One counter for each of the eight byte positions; they overflow after 255 rounds.
    uint64_t counters = 0;
    size_t rounds = std::min<size_t>(left / 8, 255);
    left -= rounds * 8;
    for (; rounds > 0; --rounds, at += 8) {
      uint64_t word;
      std::memcpy(&word, at, 8);
      word ^= 0x0a0a0a0a0a0a0a0aull;
      const uint64_t not_zero = ((word & 0x7f7f7f7f7f7f7f7full) + 0x7f7f7f7f7f7f7f7full) | word;
      counters += (~not_zero >> 7) & 0x0101010101010101ull;
    }
    const uint64_t pairs = (counters & 0x00ff00ff00ff00ffull) + ((counters >> 8) & 0x00ff00ff00ff00ffull);
    count += (pairs * 0x0001000100010001ull) >> 48;
  }
  for (; left > 0; --left) count += *at++ == '\n';
  return count;
}

// Whether an anchor only announces a message.
bool IsStatus(std::string_view text) {
  return StartsWith(text, "RESOURCE_EXHAUSTED") || StartsWith(text, "Resource exhausted") ||
         StartsWith(text, "ResourceExhausted");
}

// One message as it is collected line by line.
class Collector {
 public:
  explicit Collector(std::string_view common) : common_(common) {}

  // Takes a raw line; false if the message ended before it. `first`: the line the message begins in.
  bool Add(std::string_view raw, bool first) {
    const std::vector<std::string> lines = CleanLines(raw.substr(0, kMessageLine), first ? "" : common_);
    bool any = false;
    size_t begin = 0;
    if (first) {
      // One line may hold a whole traceback before it.
      while (begin + 1 < lines.size() && !BeginsOomMessage(lines[begin])) ++begin;
      if (!BeginsOomMessage(lines[begin])) begin = 0;
    }
    for (size_t i = begin; i < lines.size(); ++i) {
      if (Ended()) return any;
      const std::string& line = lines[i];
      if (line.empty()) {
        // Blank lines are part of messages but end none; many of them do.
        if (++blank_ > 4) strange_ = kStrangeLines;
        continue;
      }
      blank_ = 0;
      if (bfc_.Line(line)) {
        strange_ = 0;
        any = true;
        saw_chunks_ = true;
        continue;
      }
      if (!(first && i == begin)) {
        // The next copy, or another message.
        if (BeginsOomMessage(line)) {
          strange_ = kStrangeLines;
          return any;
        }
        if (!IsOomDetail(line)) {
          // A line that was broken, or the next record of the log.
          strange_ += i == 0 && BeginsRecord(raw) ? 2 : 1;
          pending_.push_back(line);
          continue;
        }
      }
      for (const std::string& broken : pending_) AppendFlat(flat_, broken);
      pending_.clear();
      strange_ = 0;
      any = true;
      AppendFlat(flat_, line);
    }
    if (any) repeated_ = std::max(repeated_, RepeatedTimes(raw));
    return any;
  }

  bool Ended() const { return strange_ >= kStrangeLines || flat_.size() > kMessageText; }
  const std::string& flat() const { return flat_; }
  const BfcDump* chunks() const { return saw_chunks_ ? &bfc_ : nullptr; }
  int64_t repeated() const { return repeated_; }

 private:
  std::string common_;
  std::string flat_;
  std::vector<std::string> pending_;  // strange lines, part of the message if a known one follows
  BfcDump bfc_;
  bool saw_chunks_ = false;
  int strange_ = 0, blank_ = 0;
  int64_t repeated_ = 0;
};

class Scanner {
 public:
  Scanner(ByteSource& source, const std::function<void(FileOffset)>& progress)
      : source_(source), progress_(progress), memory_(source.Memory()) {}

  Result<LogReports> Scan() {
    const FileOffset size = source_.size();
    std::vector<size_t> anchors;
    for (FileOffset at = 0; at < size; at += kWindow) {
      // [at, at + kWindow) with some of the text before it, for the beginning of lines, and behind it.
      const FileOffset begin = at > kBefore ? at - kBefore : 0;
      const std::string_view text = Load(begin, std::min(size, at + kWindow + kBehind));
      if (!status_.ok()) return status_.error();
      const size_t own_begin = static_cast<size_t>(at - begin);
      const size_t own_end = std::min(text.size(), own_begin + kWindow);
      anchors.clear();
      finder_.FindAll(text.substr(own_begin, own_end - own_begin + AnchorFinder::kLongest - 1), anchors);
      size_t counted = own_begin;
      int looks = 0;
      for (size_t i = 0; i < anchors.size() && looks < kMostLooks; ++i) {
        const size_t here = own_begin + anchors[i];
        if (here >= own_end || begin + here < done_) continue;
        ++looks;
        lines_ += CountLines(text.substr(counted, here - counted));
        counted = here;
        Look(text, begin, here, i + 1 < anchors.size() ? own_begin + anchors[i + 1] : text.size());
        if (!status_.ok()) return status_.error();
      }
      lines_ += CountLines(text.substr(counted, own_end - counted));
      if (progress_) progress_(std::min(size, at + kWindow));
    }
    out_.lines = lines_;
    for (OomReport& report : out_.reports) Advise(report);
    StableSort(out_.reports, [](const OomReport& x, const OomReport& y) { return x.offset < y.offset; });
    return std::move(out_);
  }

 private:
  // Bytes [begin, end) of the log, valid until the next call.
  std::string_view Load(FileOffset begin, FileOffset end) {
    const size_t want = static_cast<size_t>(end - begin);
    if (!memory_.empty()) return memory_.substr(static_cast<size_t>(begin), want);
    // What both windows share stays.
    size_t keep = 0;
    if (begin >= window_begin_ && begin < window_begin_ + window_size_) {
      keep = window_size_ - static_cast<size_t>(begin - window_begin_);
      std::memmove(window_.data(), window_.data() + (begin - window_begin_), keep);
    }
    if (window_.size() < want) window_.resize(std::max(want, kBefore + kWindow + kBehind));
    const size_t got = keep + source_.Read(begin + keep, want - keep, window_.data() + keep);
    window_begin_ = begin;
    window_size_ = got;
    if (got < want) {
      status_ = Error{Code::kReadFailed,
                      "The file could not be read at byte " + Thousands(static_cast<int64_t>(begin + got)) + ".",
                      "It may have been changed, moved or deleted since it was chosen. Open it again."};
    }
    return std::string_view(window_.data(), got);
  }

  // An anchor is at text[here], the next one at text[next]; text begins at `base` in the log. Reads the message if
  // there is one.
  void Look(std::string_view text, FileOffset base, size_t here, size_t next) {
    // From the beginning of the line on, but not from what an earlier message in it has used.
    size_t begin = here;
    while (begin > 0 && here - begin < kBefore && text[begin - 1] != '\n') --begin;
    const size_t line_begin = begin;
    if (done_ > base + begin) begin = std::min(here, static_cast<size_t>(done_ - base));
    // Most anchors that are no message are found out by a look at what is around them. A status is only the message
    // itself if the words behind it are broken, so that they are no anchor.
    const bool status = IsStatus(text.substr(here));
    std::string_view around =
        text.substr(begin, (status ? std::min(next, here + kBehind / 2) : here + kBehind / 2) - begin);
    std::string near;
    while (!around.empty()) {
      for (const std::string& line : CleanLines(TakeUntil(around, '\n'), {})) AppendFlat(near, line);
    }
    OomReport report;
    size_t end = 0;
    if (!ReadOomHead(near, report, end)) return;
    if (!report.is_error() && report.kind != OomKind::kRematerialization) {  // a sentence and nothing more
      report.line = lines_ + 1;
      report.offset = base + begin;
      done_ = base + here + 1;
      Keep(std::move(report), base + begin, std::min(text.find('\n', here), here + kExcerpt) - begin);
      return;
    }

    const std::string common(text.substr(line_begin, here - line_begin));
    Collector collector(common);
    LineReader lines(source_, base + begin, base + begin + kMessageBytes);
    FileOffset message_end = base + here + 1;
    bool first = true;
    for (std::string_view line; !collector.Ended() && lines.Next(line); first = false) {
      if (!collector.Add(line, first) && !first) continue;
      message_end = std::max(message_end, lines.line_begin() + line.size());
    }
    OomReport full;
    if (!ReadOomHead(collector.flat(), full, end)) {
      full = std::move(report);
      end = 0;
    }
    const std::string_view details = std::string_view(collector.flat()).substr(std::min(end, collector.flat().size()));
    if (full.kind != OomKind::kRematerialization) {
      ReadOomBreakdown(collector.flat(), full);
      if (full.allocations.empty() || Contains(details, "program allocations")) ReadOomAllocations(details, full);
    }
    if (collector.chunks()) collector.chunks()->Fill(full);
    if (full.exceeded == kUnknownBytes && full.needed > full.capacity && full.capacity != kUnknownBytes)
      full.exceeded = full.needed - full.capacity;
    full.line = lines_ + 1;
    full.offset = base + begin;
    full.count = 1 + static_cast<uint64_t>(collector.repeated());
    Keep(std::move(full), base + begin, static_cast<size_t>(message_end - base - begin));
    done_ = message_end;
  }

  // Adds a report, or counts it with the one it is a copy of.
  void Keep(OomReport report, FileOffset begin, size_t excerpt) {
    excerpt = std::min(excerpt, kExcerpt);
    const auto key = std::tuple(static_cast<int>(report.kind), report.space, report.needed, report.capacity,
                                report.free, report.program + '\n' + report.instruction);
    const auto known = known_.find(key);
    if (known == known_.end()) {
      if (out_.reports.size() >= kMostReports) {
        ++out_.left_out;
        return;
      }
      known_.emplace(key, out_.reports.size());
      report.excerpt = Excerpt(begin, excerpt);
      out_.reports.push_back(std::move(report));
      return;
    }
    OomReport& first = out_.reports[known->second];
    first.count += report.count;
    // The first copy may have been cut short.
    const auto details = [](const OomReport& r) { return r.parts.size() + r.allocations.size(); };
    if (details(report) <= details(first)) return;
    report.count = first.count;
    report.line = first.line;
    report.offset = first.offset;
    report.excerpt = Excerpt(begin, excerpt);
    first = std::move(report);
  }

  std::string Excerpt(FileOffset begin, size_t length) {
    std::string text(length, '\0');
    text.resize(source_.Read(begin, length, text.data()));
    return text;
  }

  ByteSource& source_;
  const std::function<void(FileOffset)>& progress_;
  std::string_view memory_;
  AnchorFinder finder_;
  std::string window_;
  size_t window_size_ = 0;
  FileOffset window_begin_ = 0;
  Status status_;
  uint64_t lines_ = 0;   // line feeds before the anchor at hand
  FileOffset done_ = 0;  // messages up to here have been read
  LogReports out_;
  std::map<std::tuple<int, std::string, Bytes, Bytes, Bytes, std::string>, size_t> known_;
};

}  // namespace

Result<LogReports> ScanLog(ByteSource& source, const std::function<void(FileOffset)>& progress) {
  return Scanner(source, progress).Scan();
}

}  // namespace xmv
