-- What tests compare numbers with: it must find what is off.

local near = require 'spec.support.near'

local function finds(expected, f, ...)
  local ok, message = pcall(f, ...)
  assert.is_false(ok)
  assert.matches(expected, message)
end

describe('a comparison', function()
  it('finds what is off, missing or no number', function()
    finds('off by 2e%-05', near.number, 0, 2e-5)
    finds('expected {1, 2}, got {1, 3}, off by 0.5', near.numbers, { 1, 2 }, 1, 3)
    finds('2 numbers expected, got 1', near.numbers, { 1, 2 }, 1)
    finds('off by inf', near.list, { 1 }, { 0 / 0 })
    finds('off by 1', near.within, { 1e6 }, { 1e6 + 1 }, 0.5)
    finds('off by', near.same_rotation, { 0, 0, 0, 1 }, { 0, 0, 1, 0 })
    finds('a rotation of length 1.000005', near.rotation, { 0, 0, 0, 1 }, 0, 0, 0, 1.000005)
  end)

  it('is relative above 1 but for `within`, and takes a rotation and its negative for one', function()
    near.number(1e6, 1e6 + 1)
    near.list({ 1e6, 0 }, { 1e6 + 1, 1e-6 })
    near.within({ 1e6 }, { 1e6 + 1 }, 2)
    near.rotation({ 0, 0, 0, 1 }, 0, 0, 0, -1)
    near.same_rotation({ 0, 0, 0, 1 }, { 0, 0, 1e-6, -1 })
  end)
end)
