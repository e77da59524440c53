import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Code that enforces a rule of docs/security.md. `npm run check-security -- --draw N` draws N guards at random. For
 * each of them, it replaces every `remove` in `file` with `leave` and runs the rule's test, whose file is `test` and
 * whose title is `title`. The test must then fail.
 */
export type Guard = { file: string; remove: string; leave: string; test: string; title: string }

export const guards: Guard[] = JSON.parse(readFileSync(join(import.meta.dirname, 'guards.json'), 'utf8'))
