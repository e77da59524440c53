import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iconNames } from '#ui/icon-names.ts'
import { drawIcons } from './draw-icons.ts'

await writeFile(join(import.meta.dirname, '../src/ui/icons.svg'), await drawIcons(iconNames))
