// Gives log lines back the text that a logger, a terminal or a chat window has dressed up.
#ifndef XMV_CORE_FORMATS_LOG_LINES_H_
#define XMV_CORE_FORMATS_LOG_LINES_H_

#include <string>
#include <string_view>
#include <vector>

namespace xmv {

// The message behind what loggers put before it, any number of: quoting ("> ", "| "), "(worker pid=12, ip=1.2.3.4) ",
// "[rank0]: ", "[1,0]<stderr>:", dates and times, "E0513 09:18:55.172311 1808266 file.cc:2908] ", "W path.cc:12] ",
// "ERROR:root:". White space before the message is taken off too. O(length).
std::string_view WithoutPrefix(std::string_view line);

// Whether the line begins a record of a logger (a date, time or severity stands before it).
bool BeginsRecord(std::string_view line);

// One line of a log as the lines it stands for: literal "\n" (from repr or JSON) breaks it, "\"" loses its backslash,
// colours go, prefixes go. `common` is what stood before the message on its first line: what a line shares with its
// beginning goes as well.
std::vector<std::string> CleanLines(std::string_view line, std::string_view common);

// The times that Ray says it has left a line out: 19 for "[repeated 19x across cluster]"; else 0.
int64_t RepeatedTimes(std::string_view line);

// Appends `text` with runs of white space as one space; `out` ends without one.
void AppendFlat(std::string& out, std::string_view text);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_LOG_LINES_H_
