import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logFieldsDocument } from './log-fields-doc.ts'
import { settingsDocument } from './settings-doc.ts'

// Regenerates docs/settings.md and docs/log-fields.md from the settings and log fields that the code defines.
const docs = join(import.meta.dirname, '../docs')
await writeFile(join(docs, 'settings.md'), settingsDocument())
await writeFile(join(docs, 'log-fields.md'), logFieldsDocument())
