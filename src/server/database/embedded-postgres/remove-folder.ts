import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const attempts = 50
const pauseMs = 20

/**
 * Removes a folder with its content. Another process may be removing the folder too, or a dying program may still write
 * to it: `rmSync` then stops halfway without an error, so it is called again for up to a second. Returns whether the
 * folder is gone.
 */
export async function removeFolder(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    if (!existsSync(path)) return true
    await sleep(pauseMs)
  }
  return false
}
