import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { rich } from '#ui/rich.ts'
import type { TextPicture } from './draw-picture.ts'

const loadDialog = () => import('./picture-dialog.tsx').then(({ PictureDialog }) => PictureDialog)

/** Opens a picture of a text. `makePicture` is called for each press, and `what` names the text for screen readers. */
export function PictureButton({ what, makePicture }: { what: string; makePicture: () => TextPicture }) {
  const [picture, setPicture] = useState<TextPicture | null>(null)
  return (
    <>
      <button type="button" className="btn js-only" onClick={() => setPicture(makePicture())}>
        <Icon name="image" className="icon-sm" />
        {rich('Picture<hidden> of {what}</hidden>', {
          what,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </button>
      {picture && (
        <Deferred load={loadDialog} props={{ picture, onClose: () => setPicture(null) }} placeholder={null} />
      )}
    </>
  )
}
