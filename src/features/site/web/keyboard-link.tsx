import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'

const loadDialog = () => import('./shortcut-dialog.tsx').then(({ ShortcutDialog }) => ShortcutDialog)

/**
 * A link that opens a dialog with the list of shortcuts, which loads on first use. The key `?` clicks this link.
 * Without JavaScript, or in a new tab, the link leads to the same list on the help page.
 */
export function KeyboardLink() {
  const [openings, setOpenings] = useState(0)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpenings(openings + 1)
  }
  return (
    <>
      <Link to="/help" hash="keyboard" data-key="keyboard" preload={false} onClick={open}>
        Keyboard
      </Link>
      {openings > 0 && <Deferred key={openings} load={loadDialog} props={{ onClose: () => setOpenings(0) }} />}
    </>
  )
}
