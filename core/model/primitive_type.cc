#include "core/model/primitive_type.h"

namespace xmv {
namespace {

struct TypeFacts {
  std::string_view name;
  int bits;  // of one element; 0: has no bytes of its own
};

// xla.PrimitiveType by number.
constexpr TypeFacts kTypes[] = {
    {"invalid", 0},    {"pred", 8},       {"s8", 8},       {"s16", 16},      {"s32", 32},   {"s64", 64},
    {"u8", 8},         {"u16", 16},       {"u32", 32},     {"u64", 64},      {"f16", 16},   {"f32", 32},
    {"f64", 64},       {"tuple", 0},      {"opaque", 0},   {"c64", 64},      {"bf16", 16},  {"token", 0},
    {"c128", 128},     {"f8e5m2", 8},     {"f8e4m3fn", 8}, {"s4", 4},        {"u4", 4},     {"f8e4m3b11fnuz", 8},
    {"f8e5m2fnuz", 8}, {"f8e4m3fnuz", 8}, {"s2", 2},       {"u2", 2},        {"f8e4m3", 8}, {"f8e3m4", 8},
    {"s1", 1},         {"u1", 1},         {"f4e2m1fn", 4}, {"f8e8m0fnu", 8},
};
constexpr int kTypeCount = sizeof kTypes / sizeof kTypes[0];

}  // namespace

std::string TypeName(int type) {
  return type >= 0 && type < kTypeCount ? std::string(kTypes[type].name) : "type" + std::to_string(type);
}

int TypeOf(std::string_view name) {
  for (int type = 1; type < kTypeCount; ++type) {
    if (kTypes[type].name == name) return type;
  }
  return -1;
}

bool IsIntegral(int type) {
  return (type >= 2 && type <= 9) || type == 21 || type == 22 || type == 26 || type == 27 || type == 30 || type == 31;
}

Bytes ArrayBytes(int type, const int64_t* dimensions, size_t rank, int64_t packed_bits) {
  if (type <= 0 || type >= kTypeCount || kTypes[type].bits == 0) return 0;
  Bytes elements = 1;
  for (size_t i = 0; i < rank; ++i) {
    if (dimensions[i] <= 0) return 0;
    if (dimensions[i] > kMaxBytes / elements) return kMaxBytes;
    elements *= dimensions[i];
  }
  const int64_t bits = packed_bits > 0 ? packed_bits : (kTypes[type].bits + 7) / 8 * 8;
  if (bits > 1024 || elements > kMaxBytes / bits) return kMaxBytes;
  return (elements * bits + 7) / 8;
}

}  // namespace xmv
