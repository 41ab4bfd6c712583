std = 'lua54'
max_line_length = 110
files['spec'] = { std = '+busted' }
files['lua/helioanim/meta'] = { ignore = { '.' } }
exclude_files = { 'build' }
