import { createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { installLabPackages, labModules } from '../../scripts/lab-packages.ts'
import { run } from './chromium-install.ts'

/**
 * Unpacks the Chromium of the npm package @sparticuz/chromium, once per version. Returns the path of a script that
 * starts it with the package's fonts and, if the machine lacks some libraries, with the package's libraries. Null if
 * the system isn't Linux on x64.
 */
export async function unpackChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  await installLabPackages()
  const packageFolder = join(labModules, '@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(await cacheFolder(), `chromium-${version}`)
  const program = join(folder, 'start-chromium')
  if (await exists(program)) return program
  // The browser is unpacked into a temporary folder, which is then renamed, so the final folder is never incomplete.
  const temporaryFolder = await mkdtemp(`${folder}-`)
  await unpack(join(packageFolder, 'bin'), temporaryFolder, folder)
  await rename(temporaryFolder, folder).catch(async (error) => {
    await rm(temporaryFolder, { recursive: true })
    if (!(await exists(program))) throw error
  })
  return program
}

/**
 * Returns a private folder that survives `npm ci`, in the system's temporary folder. Any user may create a folder with
 * this name there, so its owner is checked.
 */
async function cacheFolder(): Promise<string> {
  const user = process.getuid?.()
  const folder = join(tmpdir(), `promptarium-cache-${user}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await lstat(folder)).uid !== user) throw new Error(`${folder} belongs to another user. Remove it.`)
  return folder
}

/** Unpacks into `temporaryFolder`. The start script and fonts.conf there name the paths in `finalFolder`. */
async function unpack(packedFolder: string, temporaryFolder: string, finalFolder: string): Promise<void> {
  const program = join(temporaryFolder, 'chromium')
  const packedProgram = createReadStream(join(packedFolder, 'chromium.br'))
  await pipeline(packedProgram, createBrotliDecompress(), createWriteStream(program))
  await chmod(program, 0o755)
  for (const [archive, folderName] of [
    ['fonts.tar.br', 'fonts'],
    // These are libraries of Amazon Linux 2023.
    ['al2023.tar.br', 'libraries'],
  ] as const) {
    await mkdir(join(temporaryFolder, folderName))
    const tar = createReadStream(join(packedFolder, archive)).pipe(createBrotliDecompress())
    await run('tar', ['-x', '-C', join(temporaryFolder, folderName)], tar)
  }
  await writeFile(join(temporaryFolder, 'fonts.conf'), fontsConf(finalFolder))
  const needsLibraries = await lacksLibraries(program)
  await writeFile(join(temporaryFolder, 'start-chromium'), startScript(finalFolder, needsLibraries), { mode: 0o755 })
}

/** Whether the machine lacks libraries that the program needs. If not, the package's libraries aren't used. */
async function lacksLibraries(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => false,
    () => true,
  )
}

function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
}

function startScript(folder: string, needsLibraries: boolean): string {
  const libraries = needsLibraries ? `export LD_LIBRARY_PATH="${folder}/libraries/lib"\n` : ''
  return `#!/bin/sh\nexport FONTCONFIG_FILE="${folder}/fonts.conf"\n${libraries}exec "${folder}/chromium" "$@"\n`
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
