import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'

const loadHelp = () => import('./key-dialog.tsx').then(({ KeyDialog }) => KeyDialog)

/**
 * Opens the list of keys, loaded when it is first wanted; the key `?` presses this link. Without JavaScript, and in a
 * new tab, it leads to the same list on the help page.
 */
export function KeyboardLink() {
  const [wanted, setWanted] = useState(0)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setWanted(wanted + 1)
  }
  return (
    <>
      <Link to="/help" hash="keyboard" data-key="keyboard" preload={false} onClick={open}>
        Keyboard
      </Link>
      {wanted > 0 && <Deferred key={wanted} load={loadHelp} props={{ onClose: () => setWanted(0) }} />}
    </>
  )
}
