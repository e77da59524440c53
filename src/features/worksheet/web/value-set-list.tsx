import { type FormEvent, useState } from 'react'
import type { ValueSet } from '#features/worksheet/contract.ts'
import { valueSetLimits } from '#features/worksheet/value-set-rules.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { keepFocus } from '#ui/keep-focus.ts'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { UndoFilling } from './undo-filling.tsx'
import { useFilling } from './use-filling.ts'
import { useValueSets } from './use-value-sets.ts'
import { useWorksheet } from './use-worksheet.ts'

/**
 * The member's value sets for a prompt, to choose, rename or delete, and a form that saves the current values as a set.
 */
export function ValueSetList({ promptId }: { promptId: string }) {
  const { values, defaults } = useWorksheet()
  const { sets, failure, save, change, remove } = useValueSets(promptId)
  const { origin, fillFrom, undo } = useFilling()
  const [name, setName] = useState('')
  const [isSending, setSending] = useState(false)
  const existingSet = sets?.find((set) => set.name === name.trim())

  const choose = (set: ValueSet) => {
    setName(set.name)
    // The set may have values of blanks that the text no longer has. These aren't filled in.
    const shownValues = Object.entries(set.values).filter(([blank]) => Object.hasOwn(defaults, blank))
    fillFrom(t('Filled in from “{name}”.', { name: set.name }), () => ({
      ...defaults,
      ...Object.fromEntries(shownValues),
    }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const changedValues = Object.fromEntries(
      Object.entries(values).filter(([blank, value]) => value !== defaults[blank]),
    )
    if (Object.keys(changedValues).length === 0)
      return notify({
        title: t('Nothing is filled in yet'),
        text: t('Fill in a blank, then save the values.'),
        isFailure: true,
      })
    setSending(true)
    const isSaved = await (existingSet ? change(existingSet.id, { values: changedValues }) : save(name, changedValues))
    setSending(false)
    if (isSaved)
      notify({ title: t('Saved'), text: t('Only you can see the values named “{trim}”.', { trim: name.trim() }) })
  }
  return (
    <section aria-label={t('Saved values')} className="grid gap-3">
      {failure && <FailureNote title={t('That didn’t work')}>{failure}</FailureNote>}
      {sets && sets.length > 0 && (
        <ul className="grid gap-2">
          {sets.map((set) => (
            <SetRow
              key={set.id}
              set={set}
              onChoose={() => choose(set)}
              onRename={(next) => change(set.id, { name: next })}
              onDelete={async () => {
                if (await remove(set.id)) notify({ title: t('Deleted'), text: set.name })
              }}
            />
          ))}
        </ul>
      )}
      <UndoFilling origin={origin} undo={undo} />
      <form className="grid gap-2" onSubmit={submit}>
        <NameField
          label={t('Name for these values')}
          name="valueSet"
          help={t('Only you can see them.')}
          value={name}
          onChange={setName}
        />
        <button type="submit" className="btn" aria-disabled={isSending}>
          {existingSet ? t('Replace saved values') : t('Save values')}
        </button>
      </form>
    </section>
  )
}

type RowProps = {
  set: ValueSet
  onChoose: () => void
  onRename: (name: string) => Promise<boolean>
  onDelete: () => void
}

function SetRow({ set, onChoose, onRename, onDelete }: RowProps) {
  const [name, setName] = useState<string | null>(null)
  if (name !== null)
    return (
      <li>
        <form
          className="grid gap-2"
          onSubmit={async (event) => {
            event.preventDefault()
            if (await onRename(name)) setName(null)
          }}
        >
          <NameField
            label={t('New name for {name}', { name: set.name })}
            name="newName"
            value={name}
            onChange={setName}
          />
          <div className="flex gap-2">
            <button type="submit" className="btn">
              {t('Rename')}
            </button>
            <button type="button" className="btn" onClick={() => setName(null)}>
              {t('Cancel')}
            </button>
          </div>
        </form>
      </li>
    )
  return (
    <li className="flex flex-wrap gap-2">
      <button type="button" className="btn min-w-0 flex-1" onClick={onChoose}>
        <span className="sr-only">{t('Fill in')} </span>
        <span className="truncate" dir="auto">
          {set.name}
        </span>
      </button>
      <button type="button" className="btn" onClick={() => setName(set.name)}>
        {rich('Rename{hidden}', { hidden: <span className="sr-only"> {set.name}</span> })}
      </button>
      <button type="button" className="btn" ref={keepFocus} onClick={onDelete}>
        {rich('Delete{hidden}', { hidden: <span className="sr-only"> {set.name}</span> })}
      </button>
    </li>
  )
}

type NameProps = { label: string; name: string; help?: string; value: string; onChange: (value: string) => void }

function NameField({ onChange, ...field }: NameProps) {
  return (
    <Field
      {...field}
      required
      maxLength={valueSetLimits.nameMax}
      onChange={({ target }) => onChange(target.value)}
      dir="auto"
      autoComplete="off"
    />
  )
}
