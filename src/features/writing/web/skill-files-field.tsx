import type { SkillFile } from '#features/catalogue/contract.ts'
import { skillFileLimits } from '#features/catalogue/skill-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { LabeledControl } from '#ui/forms/form-controls.tsx'
import { rich } from '#ui/rich.ts'

/** The folder of a skill's files, as agents expect it for texts that they read when they need them. */
const folder = 'references/'

/** The field for the files of a skill. A file that is chosen again replaces the one with the same name. */
export function SkillFilesField({
  files,
  error,
  onChange,
}: {
  files: SkillFile[]
  error: string | undefined
  onChange: (files: SkillFile[]) => void
}) {
  const add = async (chosen: File[]) => {
    const added = await Promise.all(chosen.map(async (file) => ({ path: folder + file.name, text: await file.text() })))
    const paths = new Set(added.map(({ path }) => path))
    onChange([...files.filter(({ path }) => !paths.has(path)), ...added])
  }
  return (
    <div className="grid gap-2">
      <LabeledControl
        label={t('Files for the skill')}
        error={error}
        help={t('Optional. Up to {files} text files that the agent reads when it needs them. No scripts.', {
          files: skillFileLimits.files,
        })}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            name="files"
            className="input"
            multiple
            accept=".md,.txt,.csv,.json,.yaml,.yml"
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              target.value = ''
            }}
          />
        )}
      </LabeledControl>
      {files.length > 0 && (
        <ul className="border-hair border-t">
          {files.map(({ path, text }) => (
            <li key={path} className="flex items-center justify-between gap-3 border-hair border-b py-1">
              <span className="[overflow-wrap:anywhere]">
                <code>{path}</code>{' '}
                <span className="text-ink-2 text-small">
                  {plural(text.length, '{count} character', '{count} characters')}
                </span>
              </span>
              <button
                type="button"
                className="btn btn-bare"
                onClick={() => onChange(files.filter((file) => file.path !== path))}
              >
                {rich('Remove{hidden}', { hidden: <span className="sr-only"> {path}</span> })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
