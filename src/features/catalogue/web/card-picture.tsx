import type { CardPicture as Picture } from '#features/catalogue/contract.ts'

/** A picture that a prompt made, on its card. Its place has the same height before it loads. */
export function CardPicture({ picture: { src, alt, width, height } }: { picture: Picture }) {
  return (
    <picture className="mb-3 block">
      <source type="image/avif" srcSet={`${src}480.avif, ${src}960.avif 2x`} />
      <img
        src={`${src}480.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-40 w-full rounded-1 object-cover"
      />
    </picture>
  )
}
