import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { marks } from '#features/tools/mark-rules.ts'

// Copies the marks that src/features/tools/mark-rules.ts names from their package to public/marks, and removes others.
const folder = 'public/marks'
const names = new Set(Object.values(marks).map((name) => `${name}.svg`))
await mkdir(folder, { recursive: true })
for (const file of await readdir(folder)) if (file.endsWith('.svg') && !names.has(file)) await rm(`${folder}/${file}`)
for (const name of names) await copyFile(`node_modules/@lobehub/icons-static-svg/icons/${name}`, `${folder}/${name}`)
