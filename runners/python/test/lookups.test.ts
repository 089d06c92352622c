/** Whatever the kit looks up once there are documents, and a row could have replaced, is among what it looks at. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notedBy, OPERATIONS, testLookups } from '../../../test/contract/runtime/lookups.ts';
import { kit, serializer } from './kit.ts';

/**
 * A row that puts itself in the place of all functions that can be replaced and the kit doesn't look at, and before what is read of
 * modules: it notes what is asked for outside of its operations.
 */
const HEAD = `
import gc, sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from kit import untouched
from kit.fixture_reader import read_fixture

names, is_noting, left = {}, False, ${OPERATIONS}
read = ModuleType.__getattribute__

def note(name):
    if is_noting:
        names[name] = None

def spied(name, function):
    def spy(*args, **named):
        note(name)
        return function(*args, **named)
    return spy

class Shown:
    """In the place of what a function has kept."""

    def __init__(self, name, value):
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "value", value)

    def __getattribute__(self, key):
        own = object.__getattribute__(self, "__dict__")
        note(f"{own['name']}.{key}, read")
        return getattr(own["value"], key)

    def __call__(self, *args, **named):
        own = object.__getattribute__(self, "__dict__")
        note(own["name"])
        return own["value"](*args, **named)

class Spied(ModuleType):
    def __getattribute__(self, name):
        note(f"{read(self, '__name__')}.{name}, read")
        return read(self, name)

def change(holder, name, key, value):
    if type(value) is FunctionType:
        setattr(holder, key, spied(name, value))
    elif type(value) is BuiltinFunctionType:
        setattr(holder, key, staticmethod(spied(name, value)) if isinstance(holder, type) else spied(name, value))
    elif type(value) in (staticmethod, classmethod):
        setattr(holder, key, type(value)(spied(name, value.__func__)))
    elif type(value) is property and value.fget:
        setattr(holder, key, property(spied(name, value.fget), value.fset, value.fdel))
    else:
        return 0
    return 1

def show(function, watched):
    """What a function has besides its code: names of no module that the kit looks at, and what it has kept."""
    name, names = f"{function.__module__}.{function.__qualname__}", function.__globals__
    kept = function.__closure__ or ()
    for key, cell in zip(function.__code__.co_freevars, kept):
        if key != "__class__":
            cell.cell_contents = Shown(f"{name} {key}", cell.cell_contents)
    if id(names) not in watched:
        names.update({
            key: spied(f"{name} {key}", value) for key, value in names.items()
            if type(value) in (FunctionType, BuiltinFunctionType)
        })
    return len(kept) + (id(names) not in watched)

def replace_all():
    modules = [one for name, one in [*sys.modules.items()] if type(one) is ModuleType]
    seen = {id(one[0]) for one in untouched.SEEN}
    classes = [one for one in gc.get_objects() if isinstance(one, type)]
    classes = [one for one in classes if one.__flags__ & 1 << 9 and one.__module__ not in (__name__, "abc", "functools")]
    changed = 0
    for holder in (*modules, *classes):
        if id(holder) in seen or holder.__name__ in ("serializers", __name__):
            continue
        for key, value in [*vars(holder).items()]:
            name = f"{holder.__name__}.{key}"
            try:
                changed += change(holder, name, key, value)
            except (AttributeError, TypeError):
                pass
    held = {id(holder.__dict__) for holder in modules if id(holder) in seen}
    for _, _, saved, *_ in untouched.SEEN:
        for value in saved.values():
            function = getattr(value, "fget", getattr(value, "__func__", value))
            if type(function) is FunctionType:
                changed += show(function, held)
    for module in modules:
        if module.__name__ != __name__:
            module.__class__ = Spied
            changed += 1
    return changed

def begin():
    global is_noting
    is_noting = True

def aside(run):
    def operation(given):
        global is_noting, left
        is_noting = False
        result = run(given)
        left -= 1
        if left == 0:
            with open(${JSON.stringify(notedBy(kit))}, "w") as file:
                file.write("\\n".join([str(changed), *names]))
        is_noting = True
        return result
    return operation
`.split('\n');

const body = (result: string, read = 'schema.natural.root') => [
  'global changed, is_noting',
  'operations = Operations(',
  `    serialize=aside(lambda note: ${result}),`,
  `    deserialize=aside(${read}),`,
  '    to_tree=aside(lambda note: [note.text]),',
  '    parse_tree=aside(lambda text: [str(text)]),',
  `    write_tree=lambda tree: ${result.replace('note.text', 'tree[0]')},`,
  ')',
  'changed = replace_all()',
  // From its first look at the row on, the kit is on its own.
  'untouched.CHECKED.append(begin)',
  'return operations',
];

const looks = join(kit.folder, 'python/kit/untouched.py');
writeFileSync(
  looks,
  readFileSync(looks, 'utf8')
    .replace('def watch(', 'SEEN, CHECKED = [], []\n\n\n$&')
    .replace(
      '    def check() -> None:',
      '    SEEN.extend(seen)\n\n$&\n        return [one() for one in CHECKED]\n',
    ),
);

const one = JSON.stringify(join(kit.folder, 'one'));

testLookups({
  ...{ kit, least: 1000, serializer: (id, lines) => serializer(id, lines, HEAD) },
  writes: (output) => body(output === 'text' ? 'note.text' : 'note.text.encode()'),
  ofAny: [
    'def read(data):',
    `    with open(${one}, "wb") as file:`,
    '        file.write(data)',
    `    return read_fixture(${one}, schema.natural, schema.natural.records)[0]`,
    ...body('"x"', 'read'),
  ],
});
