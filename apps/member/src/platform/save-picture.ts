/** Edge of the saved picture, and the white margin, in pixels. */
const EDGE = 640;
const MARGIN = 16;

/** Saves a drawing as a PNG on white; rejects when the browser cannot draw it. */
export async function savePicture(drawing: SVGSVGElement, name: string): Promise<void> {
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' }),
  );
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = EDGE;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('there is nothing to draw on');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, EDGE, EDGE);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(image, MARGIN, MARGIN, EDGE - 2 * MARGIN, EDGE - 2 * MARGIN);
    const link = document.createElement('a');
    link.href = canvas.toDataURL('image/png');
    link.download = name;
    link.click();
  } finally {
    URL.revokeObjectURL(address);
  }
}
