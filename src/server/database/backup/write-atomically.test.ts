import { spawnSync } from 'node:child_process'
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAtomically } from './write-atomically.ts'

let folder = ''
let umask = 0
beforeAll(async () => {
  umask = process.umask(0o022)
  folder = await mkdtemp(join(tmpdir(), 'whole-'))
})
afterAll(async () => {
  process.umask(umask)
  await rm(folder, { recursive: true })
})

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

describe('a file that is written atomically', () => {
  it.each([
    ['secret', true, '600'],
    ['readable by others', false, '644'],
  ])('has its final mode from the first byte if it is %s', async (name, secret, mode) => {
    const file = join(folder, name)
    await writeFile(file, 'old', { mode: 0o666 })
    await writeAtomically(
      file,
      async (write) => {
        const [part = ''] = (await readdir(folder)).filter((entry) => entry.endsWith('.part'))
        expect([part, await modeOf(join(folder, part))]).toEqual([`${name}.${process.pid}.part`, mode])
        await write('new')
      },
      { secret },
    )
    expect([await readFile(file, 'utf8'), await modeOf(file)]).toEqual(['new', mode])
  })

  it('isn’t written through a link at the path of the temporary file', async () => {
    const file = join(folder, 'trap')
    await symlink(join(folder, 'stolen'), `${file}.${process.pid}.part`)
    await writeAtomically(file, (write) => write('mine'), { secret: true })
    expect([await readFile(file, 'utf8'), (await readdir(folder)).includes('stolen')]).toEqual(['mine', false])
  })

  it('can be named by a link, which stays a link to it', async () => {
    const link = join(folder, 'latest')
    await writeFile(join(folder, 'real'), '')
    await symlink(join(folder, 'real'), link)
    await writeAtomically(link, (write) => write('through the link'))
    expect([(await lstat(link)).isSymbolicLink(), await readFile(join(folder, 'real'), 'utf8')]).toEqual([
      true,
      'through the link',
    ])
  })

  it('can be standard output, redirected to a file or a pipe, and /dev/stdout stays a link', async () => {
    const program = `import('${join(import.meta.dirname, 'write-atomically.ts')}').then(({ writeAtomically }) => writeAtomically('/dev/stdout', (write) => write('out')))`
    const shell = (redirection: string) =>
      spawnSync('sh', ['-c', `"$0" -e "$1" ${redirection}`, process.execPath, program], { encoding: 'utf8' })
    const file = join(folder, 'redirected')
    expect([shell('| cat').stdout, shell(`> ${file}`).status, await readFile(file, 'utf8')]).toEqual(['out', 0, 'out'])
    expect((await lstat('/dev/stdout')).isSymbolicLink()).toBe(true)
  })
})
