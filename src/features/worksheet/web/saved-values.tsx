import { useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWorksheet } from './use-worksheet.ts'

const load = () => import('./value-set-list.tsx').then(({ ValueSetList }) => ValueSetList)

/** The button that shows the value sets that the member has saved for a prompt. Renders nothing without blanks. */
export function SavedValues({ prompt }: { prompt: Pick<Prompt, 'id'> }) {
  const { values } = useWorksheet()
  const [isOpen, setOpen] = useState(false)
  if (Object.keys(values).length === 0) return null
  return (
    <>
      <button type="button" className="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="bookmark" className="icon-sm" />
        Saved values
      </button>
      {isOpen && (
        <div className="basis-full">
          <Deferred load={load} props={{ promptId: prompt.id }} />
        </div>
      )}
    </>
  )
}
