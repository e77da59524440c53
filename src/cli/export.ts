import { type FileShape, fileShapes } from '#features/transfer/export-rules.ts'
import { exportPrompts } from '#features/transfer/server/export-prompts.ts'
import type { Db } from '#platform/database/db.ts'
import { writeAtomically } from '#server/database/backup/write-atomically.ts'
import { readSettings } from '#server/settings/settings.ts'
import { type Command, type CommandArguments, readChoice } from './command.ts'
import { refuseOutdatedSchema, withDatabase } from './database.ts'
import { type Progress, showProgress } from './progress.ts'

const formats = Object.keys(fileShapes) as (keyof typeof fileShapes)[]

export const command: Command = {
  summary: 'Writes all published prompts to a file for import.',
  operands: ['FILE'],
  options: { format: { type: 'string' } },
  help: `
FILE appears only when it is complete. It contains the prompts as they were at
one moment, without their history, votes and copies.

  --format FORMAT  json (an array, one prompt per line) or csv. The default is csv
                   if FILE ends in .csv, otherwise json.`,
  async run(args) {
    const [file = ''] = args.operands
    const shape = fileShapes[chooseFormat(args, file)]
    const written = await withDatabase(async (db) => {
      await refuseOutdatedSchema(db)
      return writeAtomically(file, (write) => writePrompts(db, shape, write))
    })
    console.error(`${file}: ${written} prompts.`)
    return true
  },
}

function chooseFormat(args: CommandArguments, file: string) {
  if (args.values.format !== undefined) return readChoice(args, 'format', formats)
  return file.toLowerCase().endsWith('.csv') ? 'csv' : 'json'
}

async function writePrompts(db: Db, shape: FileShape, write: (text: string) => Promise<void>): Promise<number> {
  let progress: Progress | null = null
  let done = 0
  await write(shape.start)
  await exportPrompts(
    db,
    async (prompts, total) => {
      progress ??= showProgress(total, 'prompts')
      const texts = prompts.map(shape.textOf).join(shape.between)
      await write(done === 0 ? texts : shape.between + texts)
      done += prompts.length
      progress.update(done)
    },
    readSettings(process.env).PUBLIC_URL ?? '',
  )
  await write(shape.end)
  return done
}
