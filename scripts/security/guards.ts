import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Code that enforces a rule of docs/security.md (`remove`), what replaces each occurrence in `file` while the check runs
 * the rule's test (`leave`), and that test's file and title. The test must then fail.
 */
export type Guard = { file: string; remove: string; leave: string; test: string; title: string }

export const guards: Guard[] = JSON.parse(readFileSync(join(import.meta.dirname, 'guards.json'), 'utf8'))
