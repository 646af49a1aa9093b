import { z } from 'zod';
import { fileField, place } from '../uploads.ts';
import { creates, operatorCall } from './operator-call.ts';

/**
 * A picture for banners, articles and networks: checked and re-encoded like members' images, publicly readable under
 * `/uploads/public/`.
 */
export const uploadPicture = operatorCall('POST', '/uploads', {
  ...creates,
  role: 'clerk',
  file: true,
  input: z.strictObject({ file: fileField() }),
  output: place,
  reasons: ['bad_image', 'too_many_requests', 'not_ready'],
});
