"""Asks XProf for one module and memory space, as its server does for its page.

ask_xprof.py SPEC.json, with {paths, extract, module, space, answer, result}: `paths` are the .xplane.pb files of one
session folder; `extract` whether the programs have to be taken out of them first. Writes XProf's JSON to `answer`, and to
`result` its peak memory in KiB and whether there was an answer.
"""
import json
import sys


def peak_kib():
    # Not ru_maxrss: Linux carries the parent's peak into it across fork and exec.
    for line in open('/proc/self/status'):
        if line.startswith('VmHWM:'):
            return int(line.split()[1])


def main():
    spec = json.load(open(sys.argv[1]))
    from xprof.convert import raw_to_tool_data as convert
    if spec['extract']:
        convert.xspace_to_tool_names(spec['paths'])
    params = {'module_name': spec['module'], 'memory_space': str(spec['space'])}
    data, _ = convert.xspace_to_tool_data(spec['paths'], 'memory_viewer', params)
    result = {'peakKiB': peak_kib(), 'ok': bool(data)}
    if data:
        open(spec['answer'], 'wb').write(data if isinstance(data, bytes) else data.encode())
    json.dump(result, open(spec['result'], 'w'))


main()
