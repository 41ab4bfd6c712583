-- SVG pictures and the film strips drawn with them.

local ha = require 'helioanim'
local svg = require 'helioanim.draw.svg'
local film_strip = require 'helioanim.draw.film_strip'
local data = require 'spec.support.data'
local effort = require 'spec.support.effort'
local files = require 'spec.support.files'

-- Enough of XML to find a broken picture: tags nest, attributes are quoted, no number is missing.
local function check_well_formed(text)
  local open = {}
  for closing, name, attributes, empty in text:gmatch '<(/?)([%w]+)([^>]-)(/?)>' do
    assert.equal('', (attributes:gsub('%s+[%w-:]+="[^"<]*"', '')), name)
    if closing == '/' then
      assert.equal(name, table.remove(open))
    elseif empty == '' then
      open[#open + 1] = name
    end
  end
  assert.equal(0, #open)
  assert.is_nil(text:find '[^%w]nan[^%w]')
  assert.is_nil(text:find '[^%w]inf[^%w]')
  assert.truthy(utf8.len(text))
end

describe('an SVG picture', function()
  it('nests, sorts attributes, shortens numbers', function()
    local picture = svg.new(40, 10.5)
    picture:open('g', { stroke = 'red', fill = 'none' }):add('line', { y2 = 1 / 3, x1 = -0.001, x2 = 100 }):close()
    local group = '<g fill="none" stroke="red">\n  <line x1="0" x2="100" y2="0.33"/>\n</g>'
    assert.truthy(tostring(picture):find(group, 1, true))
    assert.truthy(tostring(picture):find('width="40" height="10.5" viewBox="0 0 40 10.5"', 1, true))
  end)

  it('closes what is open, and no more', function()
    local picture = svg.new(1, 1):open('g'):open 'g'
    check_well_formed(tostring(picture))
    picture:close():close()
    assert.error_matches(function() picture:close() end, 'no element is open')
  end)

  it('holds any text', function()
    local picture = svg.new(1, 1, { title = 'a<b' })
    picture:text('"A" & <B>\0\1\xff\u{FFFE}', { id = 'x"y' })
    local text = tostring(picture)
    check_well_formed(text)
    assert.truthy(text:find('&quot;A&quot; &amp; &lt;B&gt;\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}', 1, true))
    assert.truthy(text:find('id="x&quot;y"', 1, true))
  end)
end)

describe('a film strip', function()
  local hero = assert(ha.load_gltf('examples/data/hero.glb', { meshes = true }))

  it('shows a row a clip and a figure a frame', function()
    local text = film_strip.render(hero, { clips = { 'walk', 6 }, frames = 5 })
    check_well_formed(text)
    assert.equal(10, select(2, text:gsub('scale%(%.1%)', '')))
    for _, words in ipairs { '>walk<', '>jump<', '1.05 m/s', '>step left<', '>land<', '>0.00 s<' } do
      assert.truthy(text:find(words, 1, true), words)
    end
  end)

  it('shows a range of a clip', function()
    local text = film_strip.render(hero, { clips = { 'walk' }, frames = 3, range = { 0.4, 0.6 } })
    check_well_formed(text)
    for _, words in ipairs { '>0.40 s<', '>0.50 s<', '>0.60 s<', '>step right<' } do
      assert.truthy(text:find(words, 1, true), words)
    end
    assert.is_nil(text:find('>step left<', 1, true))
  end)

  it('is the same every time', function()
    local again = assert(ha.load_gltf('examples/data/hero.glb', { meshes = true }))
    local options = { clips = { 'wave' }, frames = 3 }
    assert.equal(film_strip.render(hero, options), film_strip.render(again, options))
  end)

  it('draws bones where there is no mesh, boxes where there are no bones, and rest where there is no clip', function()
    check_well_formed(film_strip.render(assert(ha.load_gltf 'examples/data/hero.glb'), { frames = 2 }))
    local function of(joints)
      return { skeleton = ha.skeleton(joints), skins = {}, clips = {}, nodes = {} }
    end
    local text = film_strip.render(of { { name = 'one' } })
    check_well_formed(text)
    assert.truthy(text:find 'rest pose')
    check_well_formed(film_strip.render(of { {}, { parent = 1 }, { translation = { 1e20, -1e20, 1e20 } } }))
    check_well_formed(film_strip.render(of { { scale = { 0, 0, 0 } } }))
  end)

  it('shows what has no mesh, no clip, or nothing at all', function()
    for _, text in ipairs { '{"asset":{"version":"2.0"}}', '{"asset":{"version":"2.0"},"nodes":[{"scale":[0,0,0]}]}',
                            '{"asset":{"version":"2.0"},"nodes":[{"name":"<&>","translation":[1e30,0,0]}]}' } do
      local strip = film_strip.render(assert(ha.load_gltf_string(text)))
      assert.matches('^<svg ', strip)
      assert.is_nil(strip:find('nan', 1, true))
      assert.is_nil(strip:find('inf', 1, true))
    end
  end)

  it('takes little work and memory, however often a file shows one mesh', function()
    local function list(count, element) return (element .. ','):rep(count - 1) .. element end
    local points = '{"attributes":{"POSITION":0},"mode":0}'
    for _, counts in ipairs { { 20000, 3, 1 }, { 2000, 3000, 1 }, { 3, 150000, 1 }, { 20000, 3, 2000 } } do
      local nodes, vertices, primitives = table.unpack(counts)
      local text = ('{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"VEC3","count":%d}],' ..
        '"nodes":[%s],"meshes":[{"primitives":[%s,{"attributes":{"POSITION":0}}]}]}'):format(vertices,
        list(nodes, '{"mesh":0}'), list(primitives, points))
      local doc = assert(ha.load_gltf_string(text, { meshes = true }))
      local fault, strip = effort.hold(effort.KIBIBYTES, film_strip.render, doc, { frames = 1, height = 50 })
      assert.is_nil(fault)
      check_well_formed(strip)
    end
  end)

  it('names a clip that is not there', function()
    assert.error_matches(function() film_strip.render(hero, { clips = { 'wakl' } }) end, "did you mean 'walk'")
    assert.error_matches(function() film_strip.render(hero, { clips = { 99 } }) end, 'no clip 99')
  end)

  it('is what the README shows', function()
    local shown = files.read 'docs/images/film-strip.svg'
    check_well_formed(shown)
    assert.equal(shown, film_strip.render(hero, {
      clips = { 'walk', 'run' }, frames = 8, width = 1100, height = 200, title = 'Helia walks and runs',
    }))
  end)

  for _, name in ipairs(data.list 'assets') do
    if name:find '%.gl[bt]f?$' or name:find '%.vrma$' then
      it('draws ' .. name, function()
        local doc = assert(ha.load_gltf(data.root .. '/assets/' .. name, { meshes = true }))
        check_well_formed(film_strip.render(doc, { frames = 2, clips = { doc.clips[1] } }))
      end)
    end
  end
end)
