import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const attempts = 50
const pauseMs = 20

/**
 * Removes a folder with all that is in it, also while somebody else removes it or a dying program still writes into it
 * (rmSync then stops half-way, without an error). Whether it is gone: after a second it is left as it is.
 */
export async function removeFolder(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    if (!existsSync(path)) return true
    await sleep(pauseMs)
  }
  return false
}
