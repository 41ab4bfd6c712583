-- What glTF calls numbers in a buffer (2.0, sections 3.6.2.2 and 3.6.2.3).

return {
  -- Numbers an element of each accessor type.
  components = { SCALAR = 1, VEC2 = 2, VEC3 = 3, VEC4 = 4, MAT2 = 4, MAT3 = 9, MAT4 = 16 },
  -- Component types.
  INT8 = 5120, UINT8 = 5121, INT16 = 5122, UINT16 = 5123, UINT32 = 5125, FLOAT32 = 5126,
}
