import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import type { TextPicture } from './draw-picture.ts'

const loadDialog = () => import('./picture-dialog.tsx').then(({ PictureDialog }) => PictureDialog)

/**
 * Opens a picture of a text. `makePicture` is called for each press. `label` names the button for screen readers.
 */
export function PictureButton({ label, makePicture }: { label: string; makePicture: () => TextPicture }) {
  const [picture, setPicture] = useState<TextPicture | null>(null)
  return (
    <>
      <button
        type="button"
        className="btn js-only"
        aria-label={`${t('Make a picture')}: ${label}`}
        onClick={() => setPicture(makePicture())}
      >
        <Icon name="image" className="icon-sm" />
        {t('Make a picture')}
      </button>
      {picture && (
        <Deferred load={loadDialog} props={{ picture, onClose: () => setPicture(null) }} placeholder={null} />
      )}
    </>
  )
}
