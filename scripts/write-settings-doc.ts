import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logFieldsDocument } from './log-fields-doc.ts'
import { settingsDocument } from './settings-doc.ts'

const docs = join(import.meta.dirname, '../docs')
await writeFile(join(docs, 'settings.md'), settingsDocument())
await writeFile(join(docs, 'log-fields.md'), logFieldsDocument())
