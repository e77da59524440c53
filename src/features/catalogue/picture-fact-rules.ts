/** The aspect ratios of pictures, as width to height. */
export const pictureRatios = ['1:1', '4:5', '5:4', '2:3', '3:2', '3:4', '4:3', '9:16', '16:9', '21:9'] as const
/** The styles and the tools (below), each with its display name. */
export const pictureStyles = {
  photo: 'Photo',
  cinematic: 'Cinematic',
  '3d': '3D',
  illustration: 'Illustration',
  comic: 'Comic',
  painting: 'Painting',
  sketch: 'Sketch',
  'pixel-art': 'Pixel art',
} as const
export const pictureTools = {
  midjourney: 'Midjourney',
  'stable-diffusion': 'Stable Diffusion',
  flux: 'Flux',
  'nano-banana': 'Nano Banana',
  'dall-e': 'DALL·E',
  chatgpt: 'ChatGPT',
  imagen: 'Imagen',
  firefly: 'Firefly',
  ideogram: 'Ideogram',
  sora: 'Sora',
  veo: 'Veo',
  kling: 'Kling',
  runway: 'Runway',
} as const

export type PictureRatio = (typeof pictureRatios)[number]
export type PictureStyle = keyof typeof pictureStyles
export type PictureTool = keyof typeof pictureTools
