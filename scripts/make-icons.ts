import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iconNames } from '#ui/icon-names.ts'
import { drawIcons } from './draw-icons.ts'

// Lucide isn't a dependency (docs/decisions/007-small-first-load.md). Install it before you run this file: npm install
// --no-save lucide-react@1.75.0
await writeFile(join(import.meta.dirname, '../src/ui/icons.svg'), await drawIcons(iconNames))
