import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A guard of docs/security.md: code that enforces a row (`remove`), what replaces it in a trial (`leave`), and the test of the
 * row, which must fail then. All occurrences of `remove` in the file are replaced.
 */
export type Guard = { file: string; remove: string; leave: string; test: string; title: string }

export const guards: Guard[] = JSON.parse(readFileSync(join(import.meta.dirname, 'guards.json'), 'utf8'))
