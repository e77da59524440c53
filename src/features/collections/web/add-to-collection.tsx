import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import type { Target } from './collection-choice.tsx'

const loadChoice = () => import('./collection-choice.tsx').then(({ CollectionChoice }) => CollectionChoice)

/** A member's button that opens a list of their collections, to add a prompt, a tool or a comparison to them. */
export function AddToCollection({ target, className = 'btn' }: { target: Target; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="plus" className="icon-sm" />
        {t('Add to collection')}
      </button>
      {isOpen && <Deferred load={loadChoice} props={{ target, onClose: () => setOpen(false) }} />}
    </>
  )
}
