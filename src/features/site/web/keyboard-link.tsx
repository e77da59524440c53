import { Link } from '@tanstack/react-router'
import { type ComponentType, type MouseEvent, useState } from 'react'
import { notify } from '#ui/notice.tsx'

type Help = ComponentType<{ onClose: () => void }>

/**
 * Opens the list of keys, loaded when it is first wanted; the key `?` presses this link. Without JavaScript, and in a
 * new tab, it leads to the same list on the help page.
 */
export function KeyboardLink() {
  const [Help, setHelp] = useState<Help | null>(null)
  const open = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    try {
      const { KeyDialog } = await import('./key-dialog.tsx')
      setHelp(() => KeyDialog)
    } catch (error) {
      notify({ title: `Failed to load component: ${(error as Error).message}`, failed: true })
    }
  }
  return (
    <>
      <Link to="/help" hash="keyboard" data-key="keyboard" preload={false} onClick={open}>
        Keyboard
      </Link>
      {Help && <Help onClose={() => setHelp(null)} />}
    </>
  )
}
