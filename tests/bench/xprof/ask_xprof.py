"""Asks XProf for one module and memory space, as its server does for its page, and says what that took.

ask_xprof.py SPEC.json, with {paths, extract, module, space, answer, result}: `paths` are the .xplane.pb files of one
session folder; `extract` whether the programs have to be taken out of them first, which also is XProf's list of modules:
without a `module` that is all. Writes XProf's JSON to `answer` and
the measurements to `result`: seconds and KiB.
"""
import json
import sys
import time


def peak_kib():
    # Not ru_maxrss: Linux carries the parent's peak into it across fork and exec.
    for line in open('/proc/self/status'):
        if line.startswith('VmHWM:'):
            return int(line.split()[1])


def main():
    spec = json.load(open(sys.argv[1]))
    from xprof.convert import raw_to_tool_data as convert
    start = time.perf_counter()
    if spec['extract']:
        convert.xspace_to_tool_names(spec['paths'])
    extract = time.perf_counter() - start
    if not spec['module']:
        json.dump({'first': extract, 'peakKiB': peak_kib(), 'ok': True}, open(spec['result'], 'w'))
        return
    params = {'module_name': spec['module'], 'memory_space': str(spec['space'])}

    def ask():
        start = time.perf_counter()
        data, _ = convert.xspace_to_tool_data(spec['paths'], 'memory_viewer', params)
        return data, time.perf_counter() - start

    data, first = ask()
    result = {'first': extract + first, 'peakKiB': peak_kib(), 'ok': bool(data)}
    if data:
        open(spec['answer'], 'wb').write(data if isinstance(data, bytes) else data.encode())
    if spec.get('warm'):
        result['warm'] = ask()[1]
    json.dump(result, open(spec['result'], 'w'))


main()
