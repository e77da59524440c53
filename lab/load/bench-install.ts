import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Row } from './report.ts'

const run = promisify(execFile)

/** Measures `npm ci` in a clone of this repository: how long it takes, how much it prints, and what it stores. */
export async function benchInstall(): Promise<Row[]> {
  const clone = await mkdtemp(join(tmpdir(), 'promptarium-bench-'))
  try {
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, clone])
    const start = performance.now()
    const { stdout, stderr } = await run('npm', ['ci'], { cwd: clone, env: { ...process.env, NODE_ENV: '' } })
    const seconds = (performance.now() - start) / 1000
    const lines = `${stdout}${stderr}`.trim().split('\n').length
    const disk = await run('du', ['-sm', 'node_modules'], { cwd: clone })
    const megabytes = Number.parseInt(disk.stdout, 10)
    return [
      ['npm ci', `${seconds.toFixed(0)} s`, atMost(30, seconds, 's')],
      ['lines that it prints', String(lines), atMost(10, lines, 'lines')],
      ['node_modules', `${megabytes} MB`, atMost(800, megabytes, 'MB')],
    ]
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}
