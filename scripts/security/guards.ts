import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A guard of docs/security.md: the expression that enforces a line, what stands there once it is removed, and the test of
 * the line that must fail then. All places of `remove` in the file are replaced.
 */
export type Guard = { file: string; remove: string; leave: string; test: string; title: string }

export const guards: Guard[] = JSON.parse(readFileSync(join(import.meta.dirname, 'guards.json'), 'utf8'))
