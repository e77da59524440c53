import { type ComponentType, useEffect, useState } from 'react'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { notify } from '#ui/notice.tsx'
import { listenForPalette, restoreFocus, takeHeldTyping } from '#ui/open-palette.ts'

/** A palette: a dialog that finds things on the site. */
export type Palette = ComponentType<{ onClose: () => void }>

/** Opens the palette, whose code `load` loads on first use. Without `load`, a press of its key does nothing. */
export function PaletteHost({ load }: { load?: () => Promise<Palette> }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => listenForPalette(load ? () => setOpen(true) : giveUp), [load])
  if (!load || !isOpen) return null
  const close = () => setOpen(false)
  return <Deferred load={load} props={{ onClose: close }} placeholder={null} failure={<Failure onClose={close} />} />
}

function giveUp() {
  takeHeldTyping(() => undefined)
  restoreFocus()
}

/** Tells the reader that the palette didn't load. Browsers don't ask for a module again until the page is reloaded. */
function Failure({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    giveUp()
    notify({
      title: t('The search could not be loaded'),
      text: t('Check your connection, then reload the page.'),
      isFailure: true,
    })
    onClose()
  }, [onClose])
  return null
}
