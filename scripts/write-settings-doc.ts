import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsDocument } from './settings-doc.ts'

await writeFile(join(import.meta.dirname, '../docs/settings.md'), settingsDocument())
