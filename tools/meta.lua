-- Reads the type descriptions for editors (lua/helioanim/meta/*.lua, LuaCATS) into a model, compares it with what the
-- library really has, and writes it down as a manual.
--
-- The model is a list of pages, one a file: { name, classes = { class... }, aliases = { ... } }. A class has name,
-- variable, text, fields and functions; a function has name, text, method (called with a colon), parameters, returns.

local meta = {}

-- Pages in the order of the manual; others follow by name.
local ORDER = {
  'helioanim', 'document', 'skeleton', 'skin', 'track', 'clip', 'pose', 'mask', 'mirror', 'matrices',
  'buffer', 'deformer', 'clock', 'player', 'sync_group', 'node', 'state_machine', 'recorder', 'ik', 'retarget',
  'core',
}

-- Splits "type description": a space ends the type, unless it is inside brackets or behind ':', ',' or '|'.
local function split_type(text)
  local depth, last = 0, ''
  for i = 1, #text do
    local c = text:sub(i, i)
    if c:find '[%(%[{<]' then depth = depth + 1 end
    if c:find '[%)%]}>]' then depth = depth - 1 end
    if c == ' ' and depth == 0 and not last:find '[:,|]' then return text:sub(1, i - 1), text:sub(i + 1) end
    if c ~= ' ' then last = c end
  end
  return text, ''
end

local function read_named(text) -- "name? type description"
  local name, optional, rest = text:match '^(%[?[%w_.]+%]?)(%??)%s+(.*)$'
  if not name then return nil end
  local kind, description = split_type(rest)
  return { name = name, optional = optional == '?', type = kind, text = description }
end

local function read_return(text) -- "type name description"
  local kind, rest = split_type(text)
  local name, description = rest:match '^(%S+)%s*(.*)$'
  return { type = kind, name = name, text = description or '' }
end

-- A block of comment lines: its text and its tags.
local function read_block(lines)
  local block = { text = {}, parameters = {}, returns = {}, fields = {} }
  for _, line in ipairs(lines) do
    local tag, rest = line:match '^%-%-%-@(%w+)%s*(.*)$'
    if not tag then
      block.text[#block.text + 1] = line:match '^%-%-%-%s?(.*)$'
    elseif tag == 'param' then
      block.parameters[#block.parameters + 1] = read_named(rest)
    elseif tag == 'return' then
      block.returns[#block.returns + 1] = read_return(rest)
    elseif tag == 'field' then
      block.fields[#block.fields + 1] = read_named(rest)
    elseif tag == 'class' or tag == 'alias' then
      block[tag] = rest
    end
  end
  block.text = table.concat(block.text, '\n')
  return block
end

local function add_function(page, line, block)
  local variable, separator, name, arguments = line:match '^function ([%w_]+)([.:])([%w_]+)%((.-)%)'
  local class = page.variables[variable]
  if not class then error(('%s: %s belongs to no class'):format(page.name, line), 0) end
  local names = {}
  for argument in arguments:gmatch '[%w_.]+' do names[#names + 1] = argument end
  class.functions[#class.functions + 1] = {
    name = name, method = separator == ':', text = block.text, parameters = block.parameters,
    returns = block.returns, arguments = names,
  }
end

local function add_class(page, block, variable)
  local name = block.class:match '^[%w_.]+'
  local class = { name = name, text = block.text, fields = block.fields, functions = {}, variable = variable }
  page.classes[#page.classes + 1] = class
  if variable then page.variables[variable] = class end
end

local function add_alias(page, block)
  local name, kind = block.alias:match '^(%S+)%s+(.*)$'
  page.aliases[#page.aliases + 1] = { name = name, type = kind, text = block.text }
end

-- The model of one file's text.
function meta.read_page(name, text)
  local page, lines = { name = name, classes = {}, aliases = {}, variables = {} }, {}
  for line in (text .. '\n'):gmatch '(.-)\n' do
    if line:find '^%-%-%-' then
      if not line:find '^%-%-%-@meta' then lines[#lines + 1] = line end
    else
      local block = read_block(lines)
      if line:find '^function ' then
        add_function(page, line, block)
      elseif block.class then
        add_class(page, block, line:match '^local ([%w_]+) = ')
      elseif block.alias then
        add_alias(page, block)
      end
      lines = {}
    end
  end
  return page
end

local function place_of(name)
  for i, known in ipairs(ORDER) do
    if known == name then return i end
  end
  return #ORDER + 1
end

-- The model of a folder of meta files.
function meta.read(folder)
  local pages = {}
  local pipe = assert(io.popen(("ls '%s'"):format(folder)))
  for file in pipe:lines() do
    local name = file:match '^(.*)%.lua$'
    if name then
      local handle = assert(io.open(folder .. '/' .. file, 'rb'))
      pages[#pages + 1] = meta.read_page(name, handle:read 'a')
      handle:close()
    end
  end
  pipe:close()
  table.sort(pages, function(a, b)
    local pa, pb = place_of(a.name), place_of(b.name)
    if pa ~= pb then return pa < pb end
    return a.name < b.name
  end)
  return pages
end

-- --- comparing with the library ---

local function index(list)
  local out = {}
  for _, entry in ipairs(list) do out[entry.name] = entry end
  return out
end

local function check_function(class, f, problems)
  local where = class.name .. (f.method and ':' or '.') .. f.name
  if f.text == '' then problems[#problems + 1] = where .. ' is not described' end
  local known = index(f.parameters)
  for _, argument in ipairs(f.arguments) do
    if not known[argument] then problems[#problems + 1] = ("%s: parameter '%s' has no type"):format(where, argument) end
    known[argument] = nil
  end
  for name in pairs(known) do
    problems[#problems + 1] = ("%s: there is no parameter '%s'"):format(where, name)
  end
end

local function compare(class_name, kind, documented, real, problems)
  for name in pairs(real) do
    if not documented[name] then problems[#problems + 1] = ('%s: %s %s is missing'):format(class_name, kind, name) end
  end
  for name in pairs(documented) do
    if not real[name] then problems[#problems + 1] = ('%s: %s %s does not exist'):format(class_name, kind, name) end
  end
end

-- What is wrong with the model, as a sorted list of messages. `inventory` is what the library has: name of a class ->
-- { functions = { name = true }, fields = { name = true } or nil to leave them }. Classes that only describe option
-- tables are not in it.
function meta.problems(pages, inventory)
  local problems, seen = {}, {}
  for _, page in ipairs(pages) do
    for _, class in ipairs(page.classes) do
      seen[class.name] = true
      local real = inventory[class.name]
      for _, f in ipairs(class.functions) do check_function(class, f, problems) end
      if real then
        compare(class.name, 'function', index(class.functions), real.functions, problems)
        if real.fields then compare(class.name, 'property', index(class.fields), real.fields, problems) end
      end
    end
  end
  for name in pairs(inventory) do
    if not seen[name] then problems[#problems + 1] = name .. ' is missing' end
  end
  table.sort(problems)
  return problems
end

-- The strings of an alias such as helioanim.Channel, as a set.
function meta.choices(pages, alias)
  for _, page in ipairs(pages) do
    local entry = index(page.aliases)[alias]
    if entry then
      local out = {}
      for choice in entry.type:gmatch "'([^']*)'" do out[choice] = true end
      return out
    end
  end
  return nil
end

-- --- the manual ---

local function shown_type(kind, optional)
  return '`' .. kind:gsub('helioanim%.', '') .. '`' .. (optional and ', optional' or '')
end

local function with_text(text) return text ~= '' and ': ' .. text or '' end

local function signature(class, f)
  local owner = class.variable
  if class.name == 'helioanim' then owner = 'ha' elseif f.method then owner = owner:lower() end
  local optional, parts = index(f.parameters), {}
  for i, argument in ipairs(f.arguments) do
    local entry = optional[argument]
    parts[i] = entry and entry.optional and '[' .. argument .. ']' or argument
  end
  return ('%s%s%s(%s)'):format(owner, f.method and ':' or '.', f.name, table.concat(parts, ', '))
end

local function write_function(out, class, f)
  out[#out + 1] = ('### `%s`\n'):format(signature(class, f))
  out[#out + 1] = f.text .. '\n'
  for _, p in ipairs(f.parameters) do
    out[#out + 1] = ('- `%s` %s%s'):format(p.name, shown_type(p.type, p.optional), with_text(p.text))
  end
  for i, r in ipairs(f.returns) do
    local lead = i == 1 and 'returns ' or 'and '
    out[#out + 1] = ('- %s`%s` %s%s'):format(lead, r.name, shown_type(r.type), with_text(r.text))
  end
  if #f.parameters + #f.returns > 0 then out[#out + 1] = '' end
end

local function write_fields(out, fields, title)
  if #fields == 0 then return end
  out[#out + 1] = ('| %s | type | |\n|---|---|---|'):format(title)
  for _, f in ipairs(fields) do
    local kind = shown_type(f.type, f.optional):gsub('|', '\\|')
    out[#out + 1] = ('| `%s` | %s | %s |'):format(f.name, kind, (f.text:gsub('|', '\\|')))
  end
  out[#out + 1] = ''
end

local function write_class(out, class, level)
  out[#out + 1] = ('%s %s\n'):format(level, class.name)
  if class.text ~= '' then out[#out + 1] = class.text .. '\n' end
  write_fields(out, class.fields, #class.functions > 0 and 'property' or 'field')
  for _, f in ipairs(class.functions) do write_function(out, class, f) end
end

local function write_page(out, page)
  for i, class in ipairs(page.classes) do
    write_class(out, class, (i == 1 or #class.functions > 0) and '##' or '###')
    if i == 1 then
      for _, alias in ipairs(page.aliases) do
        out[#out + 1] = ('### %s\n\n%s\n\n%s\n'):format(alias.name, alias.text, shown_type(alias.type))
      end
    end
  end
end

-- The model as Markdown.
function meta.manual(pages)
  local out = { '# Reference\n', 'Written by `tools/reference.lua` out of `lua/helioanim/meta`; edit those files.\n' }
  for _, page in ipairs(pages) do
    for i, class in ipairs(page.classes) do
      if i == 1 or #class.functions > 0 then
        out[#out + 1] = ('- [%s](#%s)'):format(class.name, (class.name:lower():gsub('[^%w_-]', '')))
      end
    end
  end
  out[#out + 1] = ''
  for _, page in ipairs(pages) do write_page(out, page) end
  return (table.concat(out, '\n'):gsub('\n\n\n+', '\n\n'):gsub('\n+$', '\n'))
end

return meta
