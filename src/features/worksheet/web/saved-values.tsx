import { useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { useWorksheet } from './use-worksheet.ts'

const load = () => import('./value-set-list.tsx').then(({ ValueSetList }) => ValueSetList)

/**
 * A member's button that shows the value sets that they have saved for a prompt, below it and above the fields that
 * these fill in. Renders nothing for visitors, or without blanks.
 */
export function SavedValues({ prompt }: { prompt: Pick<Prompt, 'id'> }) {
  const { user } = useSession()
  const { values } = useWorksheet()
  const [isOpen, setOpen] = useState(false)
  if (!user || Object.keys(values).length === 0) return null
  return (
    <>
      <button
        type="button"
        className="btn btn-bare min-h-8 text-small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bookmark" className="icon-sm" />
        {t('Saved values')}
      </button>
      {isOpen && (
        <div className="order-last basis-full pt-1 pe-2 pb-2">
          <Deferred load={load} props={{ promptId: prompt.id }} />
        </div>
      )}
    </>
  )
}
