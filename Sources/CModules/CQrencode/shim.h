// The part of the interface of libqrencode's QR codes that Longwave uses: <qrencode.h>, version 4.1.
// The declarations stand here instead of the library's own header, because nothing is linked: the library is opened when
// it is asked for (docs/DECISIONS.md).
#ifndef LONGWAVE_QRENCODE_H
#define LONGWAVE_QRENCODE_H

// QRcode: `data` has width × width bytes, whose lowest bit is 1 for a dark module.
typedef struct {
    int version, width;
    unsigned char *data;
} lw_qrcode;

// Types of QRcode_encodeString8bit and QRcode_free. The level 0 is QR_ECLEVEL_L.
typedef lw_qrcode *(*lw_qrcode_encode)(const char *text, int version, int level);
typedef void (*lw_qrcode_free)(lw_qrcode *code);

#endif
